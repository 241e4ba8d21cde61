/** Each writer is one file of the samples, written by one logger. */
export type Writer = "gateway" | "payments" | "orders" | "inventory" | "shipping" | "hosts";

/** What a service says at a moment; the writers turn it into a call of their logger. */
export interface Said {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly level: "debug" | "info" | "warn" | "error";
  readonly text: string;
  /** Logger, thread or program, as the writer needs it. */
  readonly by?: string;
  readonly fields?: Readonly<Record<string, string | number | boolean>>;
  /** Which of the writer's own failures is really thrown, caught and logged with its stack. */
  readonly failure?: string;
}

export type Story = Record<Writer, Said[]>;
