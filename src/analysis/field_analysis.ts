import type { Batch } from "../record/batch.ts";
import type { Summary } from "../record/summary.ts";
import { Attributes } from "./attributes.ts";
import { FieldHashes } from "./field_hashes.ts";
import { NamedCounts } from "./named_counts.ts";
import { Severities } from "./severities.ts";
import { Timeline } from "./timeline.ts";
import { Totals } from "./totals.ts";

/** The part of a summary that says what the fields of records say. */
export type FieldSummary = Pick<
  Summary,
  "records" | "start" | "end" | "severities" | "timeline" | "attributes" | "services" | "hosts"
>;

/** The analyzers of what stands beside the bodies: times, severities, attributes, services and hosts. */
export class FieldAnalysis {
  /** Of the values of the batch that was added last. */
  readonly hashes = new FieldHashes();
  readonly #totals = new Totals();
  readonly #severities = new Severities();
  readonly #timeline = new Timeline();
  readonly #attributes = new Attributes(this.hashes);
  readonly #services = new NamedCounts("service", this.hashes);
  readonly #hosts = new NamedCounts("host", this.hashes);

  add(batch: Batch): void {
    this.hashes.read(batch);
    this.#totals.add(batch);
    this.#severities.add(batch);
    this.#timeline.add(batch);
    this.#attributes.add(batch);
    this.#services.add(batch);
    this.#hosts.add(batch);
  }

  snapshot(): FieldSummary {
    return {
      ...this.#totals.snapshot(),
      severities: this.#severities.snapshot(),
      timeline: this.#timeline.snapshot(),
      attributes: this.#attributes.snapshot(),
      services: this.#services.snapshot(),
      hosts: this.#hosts.snapshot(),
    };
  }

  merge(other: FieldAnalysis): void {
    this.#totals.merge(other.#totals);
    this.#severities.merge(other.#severities);
    this.#timeline.merge(other.#timeline);
    this.#attributes.merge(other.#attributes);
    this.#services.merge(other.#services);
    this.#hosts.merge(other.#hosts);
  }

  reset(): void {
    this.#totals.reset();
    this.#severities.reset();
    this.#timeline.reset();
    this.#attributes.reset();
    this.#services.reset();
    this.#hosts.reset();
  }
}
