import { CountingThread } from "../engine/counting_thread.ts";
import type { EngineSettings } from "../engine/messages.ts";
import { knownSize } from "../source/named_files.ts";

/** Bytes of files from which on a second thread is worth its start. */
const WORTH_A_THREAD = 16 << 20;

/** A thread that counts while this one reads, where the files are large enough for it; null where they are not. */
export function countingThread(settings: EngineSettings): CountingThread | null {
  if (navigator.hardwareConcurrency < 2 || settings.follow || settings.receiver !== null) return null;
  return knownSize(settings.files) >= WORTH_A_THREAD ? new CountingThread(settings) : null;
}
