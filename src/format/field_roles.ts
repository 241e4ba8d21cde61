/**
 * Which field names say when, how severe, what, in which trace, from whom. One table for JSON and logfmt:
 * the names that the common loggers, shippers and clouds write. A role is decided once per distinct key.
 */

import { isHeld, isTimeHeld, lastName, namesTime, plainName } from "./nested_names.ts";

export const ATTRIBUTE = 0;
export const TIME = 1;
/** Whole seconds since 1970, the nanoseconds in a field of their own (log4j's `instant`). */
export const SECONDS = 2;
export const NANOS = 3;
export const SEVERITY = 4;
/** OpenTelemetry's severity number beside a severity text. */
export const SEVERITY_NUMBER = 5;
export const BODY = 6;
/** Serilog's message template: the body if there is no rendered one. */
export const TEMPLATE = 7;
export const TRACE = 8;
export const SPAN = 9;
export const SERVICE = 10;
export const HOST = 11;
/** `name`: the service in pino's and bunyan's records only. */
export const NAME = 12;
/** An HTTP status: the severity of an access record that has no other. */
export const STATUS = 13;
/** An HTTP method or request line: makes a record an access record. */
export const METHOD = 14;
/** MongoDB's one-letter severity. */
export const LETTER = 15;
/** W3C's `traceparent`: both ids in one. */
export const TRACEPARENT = 16;
/** A field that tells an envelope around a program's own line; the scale is its MARK. */
export const MARK = 17;
/** A field of the object that stands where the message should: the object is the body if nothing else is. */
export const INSIDE = 18;

/** klog's verbosity in JSON: what has one and no severity is information. */
export const VERBOSITY = 19;
/** What an HTTP request was for, and by which version: parts of the request line where no field has it whole. */
export const TARGET = 20;
export const PROTOCOL = 21;
/** What stands behind the `?` of a target that has none itself. */
export const QUERY = 22;

export const MARK_STREAM = 1;
export const MARK_KUBERNETES = 2;
export const MARK_STERN = 4;
export const MARK_OTLP = 8;
/** What only shippers write beside the line of a program: Filebeat, Vector, Logstash, CloudWatch. */
export const MARK_SHIPPER = 16;
/** What Logstash writes beside the line of a program, and logstash-logback-encoder beside its own message. */
export const MARK_LOGSTASH = 64;
/** What stands beside a line that has a name of its own: kcat's `payload`, `Output` of `go test -json`. */
export const MARK_CARRIER = 32;

/** What sets a body apart. */
export const REQUEST = 1; // the request line of an access record
export const GELF = 2; // Graylog's: its `level` is syslog's
export const LOG = 3; // what a container runtime calls the line
export const LINE = 4; // what Loki and Splunk call it
export const PAYLOAD = 5; // what Google Cloud calls it, whose severity is the stream's
export const CARRIED = 6; // what counts as a line beside a MARK_CARRIER

/** What the numbers of a severity field mean. */
export const BY_VALUE = 0; // pino's and bunyan's 10-60
export const SYSLOG = 1; // 0-7
export const PYTHON = 2; // 10-50
export const LOGBACK = 3; // 5000-40000
export const GENERAL = 4; // syslog's 0-7, OpenTelemetry's 9-24, Google Cloud's 100-800
export const APP_INSIGHTS = 5; // 0-4
export const NAMES_ONLY = 6; // none: a number is another scale's
export const WINDOWS = 7; // of its event logs: 1, 2, 4, 8, 16, and names of its own
export const APPLE = 8; // names of its own beside the usual ones

/** How much a status or a method tells. */
export const HELD = 1; // it stands in an envelope's object
export const INNER = 2; // it stands in any object: only what is a number or an HTTP method
export const KIND = 3; // a kind of event, which may be a severity's name

/** The role of a field name; of several candidates for a role the lowest rank wins. */
export interface FieldRole {
  readonly role: number;
  readonly rank: number;
  /** Of a severity: the meaning of its numbers. Of a body: REQUEST, GELF or 0. */
  readonly scale: number;
}

/** From this rank on a body is only a substitute: it must be text. */
export const SUBSTITUTE = 10;

/** From this rank on a target's name means other things in objects: `log.file.path`. */
const SHORT_TARGET = 2;

const NO_ROLE: FieldRole = { role: ATTRIBUTE, rank: 0, scale: 0 };
const INSIDE_ROLE: FieldRole = { role: INSIDE, rank: 0, scale: 0 };

/** Names by role, best first; several in one entry (separated by a blank) are equally good. */
const TIMES = [
  "@timestamp @t",
  "timestamp @ts @time",
  "time source.@timestamp source.timestamp result.time",
  "ts timemillis",
  "datetime eventtime logtime log.time log.timestamp logtimestamp asctime timeiso8601 timelocal published requesttime t.$date time.$date timestamp.$date ts.$date date.$date createdat.$date",
  "meta.date datetime.date record.time.timestamp instant.epochmillisecond realtimetimestamp",
  "record.time.repr sourcetimestamp eventtimestamp stagetimestamp timegenerated sourcerealtimetimestamp",
  "date dt t requestreceivedtimestamp",
  "created createdat timecreated creationtime activitydatetime jsonpayload.timestamp jsonpayload.time jsonpayload.ts",
  "starttime start lasttimestamp",
  "updatedat firsttimestamp",
  "edgestarttimestamp",
  "msec epoch epochms epochmillis epochseconds epochnanos reqtimesec unixtime unixms unixts unixtimestamp unixnano timestampms eventtimestampms timestampunix timestampinms timestampns tsms tsns timens receivetimestamp when instant seconds",
];
const SECONDS_NAMES = [
  "instant.epochsecond timestamp.seconds timestampseconds header.timestamp.seconds timestamp.epochsecond time.epochsecond time.seconds eventtime.epochsecond date.epochsecond",
];
const NANOS_NAMES = [
  "instant.nanoofsecond timestamp.nanos timestampnanos header.timestamp.nanos timestamp.nano time.nano time.nanos eventtime.nano date.nano",
];
const SEVERITIES = [
  "severitytext",
  "level severity log.level @l @level levelname errorseverity",
  "loglevel lvl sev meta.loglevelname record.level.name level.name severityname loglevel.name log.severity",
  "record.level.no levelno levelvalue",
  "priority pri syslog.severity.code log.syslog.severity.code syslogseverity severitylevel messagetype prio eventseverity leveldisplayname entrytype",
  "l jsonpayload.level jsonpayload.severity fields.level @fields.level metadata.level context.loglevel",
  "at p",
  "label",
  "source.level source.log.level source.severity",
  "labels.level labels.severity labels.detectedlevel meta.level message.level header.loglevel level.levelstr",
  "eventlevel logtype",
];
const SCALES: Record<string, number> = {
  severity: GENERAL,
  severitytext: GENERAL,
  priority: SYSLOG,
  pri: SYSLOG,
  prio: NAMES_ONLY,
  p: NAMES_ONLY,
  eventseverity: NAMES_ONLY,
  logtype: NAMES_ONLY,
  entrytype: WINDOWS,
  messagetype: APPLE,
  "syslog.severity.code": SYSLOG,
  "log.syslog.severity.code": SYSLOG,
  syslogseverity: SYSLOG,
  levelno: PYTHON,
  "record.level.no": PYTHON,
  levelvalue: LOGBACK,
  severitylevel: APP_INSIGHTS,
  request: REQUEST,
  req: REQUEST,
  requestline: REQUEST,
  code: INNER,
  type: KIND,
  eventtype: KIND,
  action: KIND,
  shortmessage: GELF,
  log: LOG,
  line: LINE,
  raw: LINE,
  "@rawstring": LINE,
  "result.raw": LINE,
  textpayload: PAYLOAD,
  payload: CARRIED,
  output: CARRIED,
  stream: MARK_STREAM,
  containerid: MARK_STREAM,
  "kubernetes.podname": MARK_KUBERNETES,
  "kubernetes.pod.name": MARK_KUBERNETES,
  podname: MARK_STERN,
};
const SEVERITY_NUMBERS = ["severitynumber"];
const BODIES = [
  "message @m @message",
  "msg shortmessage",
  "textpayload eventmessage eventmsg renderedmessage logmessage formattedmessage syslogmessage",
  "jsonpayload.message jsonpayload.msg fields.message record.message properties.message source.message",
  "body",
  "message.message message.msg message.text msg.message msg.msg msg.text",
];
const SUBSTITUTES = [
  "event",
  "log 0",
  "text txt line m log.message log.msg logformat rest",
  "request req requestline",
  "displaymessage resultdescription description output content data",
  "title summary shortdescription",
  "error err.message error.message err",
  "exception.message exception @x",
  "what",
  "raw result.raw @rawstring",
  "event.action",
  "payload",
];
const TEMPLATES = ["@mt messagetemplate"];
const TRACES = [
  "traceid trace.id @tr",
  "oteltraceid dd.traceid logging.googleapis.com/trace span.traceid context.traceid",
  "xb3traceid trace",
];
const SPANS = [
  "spanid span.id @sp",
  "otelspanid dd.spanid logging.googleapis.com/spanid span.spanid context.spanid",
  "xb3spanid",
];
const SERVICES = [
  "service.name resource.service.name resource.attributes.service.name",
  "service servicename resource.servicename dd.service",
  "app application appname applicationname",
  "syslogidentifier kubernetes.labels.app kubernetes.containername containername kubernetes.container.name",
  "serviceContext.service resource.labels.servicename resource.labels.containername systemdunit",
].map((names) => names.toLowerCase());
const HOSTS = [
  "host.name resource.attributes.host.name",
  "host hostname",
  "kubernetes.host nodename kubernetes.node.name kubernetes.nodename",
  "node machinename properties.machinename host.hostname agent.hostname",
];

/** Fields that only OTLP's messages have. */
const OTLP_NAMES = "resourcelogs scopelogs logrecords timeunixnano observedtimeunixnano";

/** Fields that only shippers add. */
const SHIPPER_NAMES =
  "log.file.path log.offset agent.type sourcetype logstreamname logstream loggroup loggroupname ingestiontime deploymentid appname";

/** The field that Logstash adds. */
const LOGSTASH_NAME = "@version";

/** Fields that only those have that carry lines under names of their own. */
const CARRIER_NAMES = "tstype package";

const ROLES = new Map<string, FieldRole>();

function declare(role: number, ranks: readonly string[], firstRank = 0): void {
  for (const [at, names] of ranks.entries()) {
    for (const name of names.split(" ")) {
      ROLES.set(name, { role, rank: firstRank + at, scale: SCALES[name] ?? BY_VALUE });
    }
  }
}

declare(TIME, TIMES);
declare(SECONDS, SECONDS_NAMES);
declare(NANOS, NANOS_NAMES);
declare(SEVERITY, SEVERITIES);
declare(SEVERITY_NUMBER, SEVERITY_NUMBERS);
declare(BODY, BODIES);
declare(BODY, SUBSTITUTES, SUBSTITUTE);
declare(TEMPLATE, TEMPLATES);
declare(TRACE, TRACES);
declare(SPAN, SPANS);
declare(SERVICE, SERVICES);
declare(HOST, HOSTS);
declare(NAME, ["name"]);
declare(STATUS, [
  "status statuscode http.statuscode http.response.statuscode response.status res.statuscode responsestatus " +
  "responsecode httpstatus httpstatuscode edgeresponsestatus scstatus",
  // `go test -json` has `"Action":"fail"`.
  "type eventtype action",
  "code",
]);
SCALES.verb = INNER;
declare(METHOD, [
  "method requestmethod http.method http.request.method request.method req.method httpmethod reqmethod csmethod clientrequestmethod",
  "verb",
]);
declare(TARGET, [
  "requesturi clientrequesturi originaluri originalurl url.original http.target httprequest.uri request.uri req.uri csuristem",
  "requesturl requestpath reqpath clientrequestpath http.url url.path http.path request.url request.path req.url req.path",
  "uri url path target resourcepath",
]);
declare(PROTOCOL, [
  "protocol httpversion serverprotocol requestprotocol http.protocol httpprotocol request.protocol request.proto proto clientrequestprotocol csprotocolversion",
]);
declare(QUERY, ["args query querystring requestquery csuriquery http.query url.query", "query"]);
declare(LETTER, ["s"]);
declare(VERBOSITY, ["v"]);
declare(TRACEPARENT, ["traceparent"]);
for (const name of OTLP_NAMES.split(" ")) SCALES[name] = MARK_OTLP;
for (const name of SHIPPER_NAMES.split(" ")) SCALES[name] = MARK_SHIPPER;
SCALES[LOGSTASH_NAME] = MARK_LOGSTASH;
for (const name of CARRIER_NAMES.split(" ")) SCALES[name] = MARK_CARRIER;
declare(MARK, [
  OTLP_NAMES,
  SHIPPER_NAMES,
  LOGSTASH_NAME,
  CARRIER_NAMES,
  "stream containerid kubernetes.podname kubernetes.pod.name podname",
]);

/** From this rank on a time is known by the look of its name, and must have a date. */
export const WEAK_TIME = 100;
const WEAK_TIME_ROLE: FieldRole = { role: TIME, rank: WEAK_TIME, scale: 0 };

/** Added to the rank of a name inside an envelope's object. */
const HELD_RANK = 32;
const HELD_ROLES = [TIME, SEVERITY, BODY, TRACE, SPAN, SERVICE, HOST];

/** The role of a (dotted) field name, whatever its case, with or without `_` and `-`. */
export function roleOf(name: string): FieldRole {
  // Fluent Bit's name for whether a container's line is whole: `F`, `P`.
  if (name.length > 48 || name === "_p") return NO_ROLE;
  const plain = plainName(name);
  const known = ROLES.get(plain);
  if (known !== undefined) return known;
  if (/^(message|msg)\./.test(name)) return INSIDE_ROLE;
  // `@lvl`, `@msg` beside `@timestamp`
  const marked = plain[0] === "@" ? ROLES.get(plain.slice(1)) : undefined;
  if (marked?.role === SEVERITY || marked?.role === BODY) return marked;
  const inside = roleInside(plain);
  if (inside !== NO_ROLE) return inside;
  const isTime = namesTime(lastName(name) || name) && (!plain.includes(".") || isTimeHeld(plain));
  return isTime ? WEAK_TIME_ROLE : NO_ROLE;
}

/** The role of a field in an object, from its name there. */
function roleInside(name: string): FieldRole {
  const known = ROLES.get(lastName(name));
  if (known === undefined) return NO_ROLE;
  const { role, rank, scale } = known;
  const held = isHeld(name) || (role === TIME && isTimeHeld(name));
  if (role === STATUS) return scale === KIND ? NO_ROLE : { role, rank, scale: held ? HELD : INNER };
  if (role === METHOD) return { role, rank, scale: INNER };
  if ((role === TARGET && rank < SHORT_TARGET) || role === PROTOCOL || role === QUERY) return known;
  if (!held || !HELD_ROLES.includes(role)) return NO_ROLE;
  const names = role === SEVERITY && scale !== APP_INSIGHTS ? NAMES_ONLY : scale;
  return { role, rank: rank + HELD_RANK, scale: role === BODY ? 0 : names };
}
