/** What pino loads in its worker: a module by its path. */
export { default } from "pino-opentelemetry-transport";
