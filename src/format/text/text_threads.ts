import { isDigit } from "../time/timestamp_parts.ts";
import { isThread } from "./text_dividers.ts";
import { isText } from "./text_tokens.ts";

/** Words in the names of threads and of what numbers them: `http-nio-8080-exec-7`, `nioEventLoopGroup-2-1`. */
const KINDS =
  /exec|loop|pool|task|schedul|dispatch|epoll|nio|^qtp|fork|async|boss|timer|virtual|actor|container|listener/i;
const LONGEST = 80;

const decoder = new TextDecoder();

/** Whether a name is a thread's: it says so, or is numbered and names what threads run. Reads text: for heads that are learnt. */
export function isThreadName(bytes: Uint8Array, from: number, to: number): boolean {
  if (isThread(bytes, from, to) || (to - from === 4 && isText(bytes, from, to, "main"))) return true;
  if (to - from > LONGEST || !isDigit(bytes[to - 1])) return false;
  const name = decoder.decode(bytes.subarray(from, to));
  return /[-#]\d+$/.test(name) && KINDS.test(name);
}
