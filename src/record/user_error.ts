/**
 * A person's mistake or a fact of the outside world: the message says what, where and what to do, and is
 * printed without a stack. `exitCode` is 2 for usage and settings, 1 for what failed while running.
 */
export class UserError extends Error {
  override name = "UserError";
  constructor(message: string, readonly exitCode: 1 | 2 = 2, options?: ErrorOptions) {
    super(message, options);
  }
}
