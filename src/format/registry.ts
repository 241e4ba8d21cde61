import { AccessLogFormat } from "./access/access_log.ts";
import { AnnotationFormat } from "./annotation.ts";
import { CriFormat } from "./envelope/cri.ts";
import { CsvFormat } from "./csv.ts";
import { compileFormat, CustomFormat } from "./custom.ts";
import { Candidate } from "./tried_formats.ts";
import { DockerFormat } from "./envelope/docker.ts";
import { FluentFormat } from "./envelope/fluent.ts";
import { JobMarkFormat } from "./envelope/job_marks.ts";
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
import { ClusterEventsFormat } from "./documents/cluster_events.ts";
import { FramedMessageFormat } from "./documents/framed_message.ts";
import { GitLogFormat } from "./documents/git_log.ts";
import { OtelDebugFormat } from "./documents/otel_debug.ts";
import { YamlFormat } from "./documents/yaml.ts";
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
      new Candidate("docker", () => new DockerFormat(context), "\x1f{"),
      new Candidate("stern", () => new SternFormat(context), "{"),
      new Candidate("shipper", () => new ShipperFormat(context), "{"),
      new Candidate("cri", () => new CriFormat(context), DIGITS),
      new Candidate("fluent", () => new FluentFormat(context), "[" + DIGITS),
      new Candidate("job", () => new JobMarkFormat(context), "\x1bs"),
      new Candidate("prefix", () => new PrefixFormat(context), "[ (#=.@/>|*\xe2\x1b\x1f" + DIGITS + LETTERS),
    ],
    formats: [
      ...Object.entries(custom).map(([name, text]) => {
        const expression = compileFormat(name, text);
        return new Candidate(name, () => new CustomFormat(name, expression, context));
      }),
      new Candidate("otlp-json", () => new OtlpJsonFormat(context), "{ \t"),
      new Candidate("json", () => new JsonListFormat(context), '{[]}" \t\x1ed%'),
      new Candidate("klog", () => new KlogFormat(context), "IWEFD"),
      new Candidate("server", () => new ServerFormat(context), ServerFormat.firstBytes),
      new Candidate("syslog", () => new SyslogFormat(context), "\x1f<%*.:" + DIGITS + LETTERS),
      new Candidate("xml", () => new XmlEventFormat(context), "< \t"),
      new Candidate("journal", () => new JournalExportFormat(context), "_"),
      new Candidate("properties", () => new PropertyListFormat(context), "ETILS"),
      new Candidate("annotation", () => new AnnotationFormat(context), "#:"),
      new Candidate("yaml", () => new YamlFormat(context), "-"),
      new Candidate("otel-debug", () => new OtelDebugFormat(context), "LRSI \t"),
      new Candidate("git-log", () => new GitLogFormat(context), "c"),
      new Candidate("events", () => new ClusterEventsFormat(context), LETTERS + DIGITS + "<"),
      new Candidate("framed", () => new FramedMessageFormat(context), "\xe2\x1b"),
      new Candidate("w3c", () => new W3cFormat(context), "#" + DIGITS + LETTERS),
      new Candidate("csv", () => new CsvFormat(context)),
      new Candidate("access", () => new AccessLogFormat(context)),
      new Candidate("ltsv", () => new LtsvFormat(context), LETTERS + "_@"),
      new Candidate("logfmt", () => new LogfmtFormat(context), LETTERS + DIGITS + '@_"['),
      new Candidate("text", () => new TextFormat(context)),
    ],
  };
}
