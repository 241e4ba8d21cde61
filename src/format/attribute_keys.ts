import type { KeyTable } from "../record/key_table.ts";

/** The names under which text formats add what stands in a line's head: OpenTelemetry's semantic conventions. */
const NAMES = {
  service: "service.name",
  host: "host.name",
  pid: "process.pid",
  threadId: "thread.id",
  worker: "worker.id",
  thread: "thread.name",
  logger: "otel.scope.name",
  file: "code.file.path",
  line: "code.line.number",
  function: "code.function.name",
  context: "log.context",
  secondContext: "log.context.2",
  thirdContext: "log.context.3",
  fourthContext: "log.context.4",
  fifthContext: "log.context.5",
  sixthContext: "log.context.6",
  prefix: "log.prefix",
  stream: "log.iostream",
  eventId: "event.id",
  fluentTag: "fluent.tag",
  sequence: "log.record.sequence",
  spanName: "span.name",
  role: "redis.role",
  requestId: "request.id",
  connectionId: "connection.id",
  client: "client.address",
  clientPort: "client.port",
  server: "server.address",
  serverPort: "server.port",
  user: "user.name",
  database: "db.namespace",
  state: "db.response.status_code",
  method: "http.request.method",
  target: "url.original",
  path: "url.path",
  query: "url.query",
  protocol: "network.protocol.version",
  status: "http.response.status_code",
  requestSize: "http.request.body.size",
  responseSize: "http.response.body.size",
  requestHost: "http.request.header.host",
  referrer: "http.request.header.referer",
  forwarded: "http.request.header.x-forwarded-for",
  amazonTrace: "http.request.header.x-amzn-trace-id",
  contentType: "http.response.header.content-type",
  userAgent: "user_agent.original",
  duration: "http.server.request.duration",
  frontend: "haproxy.frontend",
  backend: "haproxy.backend",
  timers: "haproxy.timers",
  terminationState: "haproxy.termination_state",
  connections: "haproxy.connections",
  queues: "haproxy.queues",
  capturedRequest: "haproxy.captured.request",
  capturedResponse: "haproxy.captured.response",
  upstream: "upstream.address",
  upstreamName: "upstream.name",
  upstreamAlternative: "upstream.alternative.name",
  upstreamSize: "upstream.response.body.size",
  upstreamDuration: "upstream.response.duration",
  upstreamStatus: "upstream.response.status_code",
  requestBytes: "http.request.size",
  router: "traefik.router.name",
  requestCount: "traefik.request.count",
  cipher: "tls.cipher",
  protocolVersion: "tls.protocol.version",
  targetGroup: "aws.elb.target_group.arn",
  certificate: "aws.elb.certificate.arn",
  rulePriority: "aws.elb.rule.priority",
  actions: "aws.elb.actions",
  redirect: "aws.elb.redirect.url",
  classification: "aws.elb.classification",
  classificationReason: "aws.elb.classification.reason",
  hierarchy: "squid.hierarchy",
  balancer: "aws.elb.name",
  responseFlags: "envoy.response.flags",
  bucket: "aws.s3.bucket",
  objectKey: "aws.s3.key",
  operation: "rpc.method",
  objectSize: "aws.s3.object.size",
  errorType: "error.type",
  cacheResult: "squid.result",
  facility: "syslog.facility",
  messageId: "syslog.msgid",
  namespace: "k8s.namespace.name",
  pod: "k8s.pod.name",
  container: "k8s.container.name",
  containerName: "container.name",
} as const;

export type AttributeName = keyof typeof NAMES;

/** Names of the parts of a line that nothing better is known of, in their order. */
const CONTEXTS = [
  "context",
  "secondContext",
  "thirdContext",
  "fourthContext",
  "fifthContext",
  "sixthContext",
] as const;

/** The numbers of those names in one key table; `fresh()` once a record keeps them valid. */
export class AttributeKeys {
  static readonly #ofTable = new WeakMap<KeyTable, AttributeKeys>();
  readonly id = {} as Record<AttributeName, number>;
  readonly #keys: KeyTable;
  #generation = -1;

  private constructor(keys: KeyTable) {
    this.#keys = keys;
    this.fresh();
  }

  /** Those of a table, the same for all formats that read with it. */
  static of(keys: KeyTable): AttributeKeys {
    const made = this.#ofTable.get(keys) ?? new AttributeKeys(keys);
    this.#ofTable.set(keys, made);
    return made;
  }

  /** The name of the part of a line, counted from 0, that nothing better is known of; behind the sixth they share it. */
  context(index: number): number {
    return this.id[CONTEXTS[Math.min(index, CONTEXTS.length - 1)]];
  }

  fresh(): void {
    if (this.#generation === this.#keys.generation) return;
    this.#generation = this.#keys.generation;
    for (const [name, key] of Object.entries(NAMES)) this.id[name as AttributeName] = this.#keys.idOf(key);
  }
}
