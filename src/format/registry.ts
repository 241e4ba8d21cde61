import { AccessLogFormat } from "./access/access_log.ts";
import { CriFormat } from "./envelope/cri.ts";
import { CsvFormat } from "./csv.ts";
import { compileFormat, CustomFormat } from "./custom.ts";
import type { Candidate } from "./tried_formats.ts";
import { DockerFormat } from "./envelope/docker.ts";
import { FluentFormat } from "./envelope/fluent.ts";
import { JournalExportFormat } from "./journal_export.ts";
import { JsonListFormat } from "./json/json_list.ts";
import { KlogFormat } from "./klog.ts";
import type { ReadContext } from "./line_format.ts";
import { LogfmtFormat } from "./logfmt.ts";
import { LtsvFormat } from "./ltsv.ts";
import { OtlpJsonFormat } from "./otlp/otlp_json.ts";
import { PropertyListFormat } from "./property_list.ts";
import { PrefixFormat } from "./envelope/prefix.ts";
import { ServerFormat } from "./servers/server_format.ts";
import { ShipperFormat } from "./envelope/shipper.ts";
import { SternFormat } from "./envelope/stern.ts";
import { SyslogFormat } from "./syslog/syslog.ts";
import { TextFormat } from "./text/text.ts";
import { W3cFormat } from "./access/w3c_log.ts";
import { XmlEventFormat } from "./xml_event.ts";

const DIGITS = "0123456789";
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The formats that lines are tried with, most particular first, the most general one last. */
export function makeFormats(
  context: ReadContext,
  custom: Record<string, string>,
): { envelopes: Candidate[]; formats: Candidate[] } {
  return {
    envelopes: [
      { format: new DockerFormat(context), firstBytes: "{" },
      { format: new SternFormat(context), firstBytes: "{" },
      { format: new ShipperFormat(context), firstBytes: "{" },
      { format: new CriFormat(context), firstBytes: DIGITS },
      { format: new FluentFormat(context), firstBytes: "[" + DIGITS },
      { format: new PrefixFormat(context), firstBytes: "[ \x1b\x1f" + DIGITS + LETTERS },
    ],
    formats: [
      ...Object.entries(custom).map(([name, expression]) => ({
        format: new CustomFormat(name, compileFormat(name, expression), context),
      })),
      { format: new OtlpJsonFormat(context), firstBytes: "{ \t" },
      { format: new JsonListFormat(context), firstBytes: '{[]}" \t\x1ed%' },
      { format: new KlogFormat(context), firstBytes: "IWEFD" },
      { format: new ServerFormat(context), firstBytes: ServerFormat.firstBytes },
      { format: new SyslogFormat(context), firstBytes: "<%*." + DIGITS + LETTERS },
      { format: new XmlEventFormat(context), firstBytes: "<" },
      { format: new JournalExportFormat(context), firstBytes: "_" },
      { format: new PropertyListFormat(context), firstBytes: "ETI" },
      { format: new W3cFormat(context), firstBytes: "#v" + DIGITS },
      { format: new CsvFormat(context) },
      { format: new AccessLogFormat(context) },
      { format: new LtsvFormat(context), firstBytes: LETTERS + "_" },
      { format: new LogfmtFormat(context), firstBytes: LETTERS + '@_"' },
      { format: new TextFormat(context) },
    ],
  };
}
