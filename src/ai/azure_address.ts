/** What an address of the enterprise cloud says, in whichever form the cloud's portal gives it. */
export interface AzureAddress {
  /** The resource's address, without `/openai` and what follows. */
  readonly resource: string;
  /** The deployment and the API version, where it is the address of one. */
  readonly deployment: string | null;
  readonly version: string | null;
}

/** Reads `https://NAME.openai.azure.com`, the same with `/openai/v1`, or the whole address of a deployment's call. */
export function azureAddress(address: string): AzureAddress {
  const url = new URL(address);
  const bare = address.replace(/[?#].*$/, "").replace(/\/+$/, "");
  const deployment = /\/openai\/deployments\/([^/]+)/.exec(url.pathname)?.[1];
  return {
    resource: bare.replace(/\/openai(?:\/(?:v1|deployments)(?:\/.*)?)?$/, ""),
    deployment: deployment === undefined ? null : decodeURIComponent(deployment),
    version: url.searchParams.get("api-version"),
  };
}
