import {
  BODY,
  CARRIED,
  LINE,
  LOG,
  MARK_CARRIER,
  MARK_KUBERNETES,
  MARK_LOGSTASH,
  MARK_OTLP,
  MARK_SHIPPER,
  MARK_STERN,
  MARK_STREAM,
  PAYLOAD,
  SEVERITY,
  SUBSTITUTE,
  TIME,
} from "../field_roles.ts";
import { VACANT } from "../role_holders.ts";

/** Kinds of envelopes: a container runtime's, and stern's. */
export const CONTAINER = 1;
export const POD = 2;
/** No envelope, but one of OTLP's messages by its names. */
export const OTLP = 3;
/** What a shipper wrote around a line, or a store in which it ended. */
export const SHIPPER = 4;

/** Rank of a severity that stands among the labels of a stream. */
const LABEL_RANK = 9;

/** The kind of envelope that a record is, 0 if none: by the ranks of its roles, its marks and what sets its body apart. */
export function envelopeOf(rank: Int32Array, marks: number, bodyScale: number): number {
  if (marks & MARK_OTLP) return OTLP;
  if (rank[BODY] === VACANT) return 0;
  if (bodyScale === LOG && (marks & (MARK_STREAM | MARK_KUBERNETES))) return CONTAINER;
  const hasBody = rank[BODY] < SUBSTITUTE;
  if (hasBody && (marks & MARK_STERN) && rank[TIME] === VACANT) return POD;
  const isShipped = bodyScale === PAYLOAD || rank[SEVERITY] === VACANT ||
    (bodyScale === LINE && rank[SEVERITY] === LABEL_RANK);
  if (bodyScale === CARRIED) return isShipped && (marks & MARK_CARRIER) !== 0 ? SHIPPER : 0;
  return isShipped && (bodyScale >= LOG || (hasBody && (marks & (MARK_SHIPPER | MARK_LOGSTASH))))
    ? SHIPPER
    : 0;
}
