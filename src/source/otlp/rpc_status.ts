/** Codes of google.rpc.Status that the receiver answers with. */
export const UNKNOWN = 2;
export const INVALID_ARGUMENT = 3;
const PERMISSION_DENIED = 7;
export const RESOURCE_EXHAUSTED = 8;
export const UNIMPLEMENTED = 12;
export const UNAVAILABLE = 14;
export const UNAUTHENTICATED = 16;

/** The code that belongs to an HTTP status. */
export function codeOfHttpStatus(status: number): number {
  switch (status) {
    case 400:
      return INVALID_ARGUMENT;
    case 401:
      return UNAUTHENTICATED;
    case 403:
      return PERMISSION_DENIED;
    case 404:
      return UNIMPLEMENTED;
    case 429:
      return RESOURCE_EXHAUSTED;
    case 502:
    case 503:
    case 504:
      return UNAVAILABLE;
    default:
      return UNKNOWN;
  }
}

const encoder = new TextEncoder();
const RETRY_INFO = encoder.encode("type.googleapis.com/google.rpc.RetryInfo");

/** google.rpc.Status in protobuf: code = 1, message = 2, details = 3. */
export function statusBytes(code: number, message: string, retrySeconds?: number): Uint8Array<ArrayBuffer> {
  const status = [...varintField(1, code), ...bytesField(2, encoder.encode(message))];
  if (retrySeconds !== undefined) {
    // RetryInfo.retry_delay = 1 is a Duration, whose seconds = 1; Any has type_url = 1 and value = 2.
    const retryInfo = bytesField(1, varintField(1, retrySeconds));
    status.push(...bytesField(3, [...bytesField(1, RETRY_INFO), ...bytesField(2, retryInfo)]));
  }
  return Uint8Array.from(status);
}

/** google.rpc.Status in JSON. */
export function statusJson(code: number, message: string): string {
  return JSON.stringify({ code, message: message.toWellFormed() });
}

/** ExportLogsServiceResponse in protobuf: partial_success = 1, in it rejected = 1 and error_message = 2. */
export function responseBytes(rejected: number, message: string): Uint8Array<ArrayBuffer> {
  if (rejected === 0 && message === "") return new Uint8Array(0);
  const partial = rejected === 0 ? [] : varintField(1, rejected);
  if (message !== "") partial.push(...bytesField(2, encoder.encode(message)));
  return Uint8Array.from(bytesField(1, partial));
}

/** ExportLogsServiceResponse in JSON; 64-bit integers are strings there. */
export function responseJson(rejected: number, message: string): string {
  if (rejected === 0 && message === "") return "{}";
  return JSON.stringify({
    partialSuccess: {
      ...(rejected === 0 ? {} : { rejectedLogRecords: String(rejected) }),
      ...(message === "" ? {} : { errorMessage: message }),
    },
  });
}

function varint(number: number): number[] {
  const bytes: number[] = [];
  for (; number > 127; number = Math.floor(number / 128)) bytes.push((number % 128) | 128);
  bytes.push(number);
  return bytes;
}

function varintField(field: number, number: number): number[] {
  return [...varint(field * 8), ...varint(number)];
}

function bytesField(field: number, bytes: ArrayLike<number>): number[] {
  return [...varint(field * 8 + 2), ...varint(bytes.length), ...Array.from(bytes)];
}
