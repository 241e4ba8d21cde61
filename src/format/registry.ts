import { AccessLogFormat } from "./access_log.ts";
import { CriFormat } from "./cri.ts";
import { DockerFormat } from "./docker.ts";
import { JsonFormat } from "./json.ts";
import { KlogFormat } from "./klog.ts";
import type { LineFormat, ReadContext } from "./line_format.ts";
import { LogfmtFormat } from "./logfmt.ts";
import { OtlpJsonFormat } from "./otlp_json.ts";
import { PrefixFormat } from "./prefix.ts";
import { SternFormat } from "./stern.ts";
import { SyslogFormat } from "./syslog.ts";
import { TextFormat } from "./text.ts";

/** The formats that lines are tried with, most particular first; custom ones before all. */
export function makeFormats(
  context: ReadContext,
  _custom: Record<string, string>,
): { envelopes: LineFormat[]; formats: LineFormat[] } {
  return {
    envelopes: [
      new DockerFormat(context),
      new SternFormat(context),
      new CriFormat(context),
      new PrefixFormat(context),
    ],
    formats: [
      new OtlpJsonFormat(context),
      new JsonFormat(context),
      new KlogFormat(context),
      new SyslogFormat(context),
      new AccessLogFormat(context),
      new LogfmtFormat(context),
      new TextFormat(context),
    ],
  };
}
