/** What the receiver must know, as plain data. */
export interface ReceiverSettings {
  /** Addresses to listen on. */
  hosts: string[];
  /** Addresses of `hosts` that a machine may lack, such as ::1. */
  optionalHosts: string[];
  grpcPort: number;
  httpPort: number;
  /** Bytes of the largest message, before and after decompression. */
  maxMessageBytes: number;
  bearerToken: string | null;
  /** Paths of PEM files; both or none. */
  tlsCert: string | null;
  tlsKey: string | null;
  corsOrigins: string[];
}

/** A certificate chain and its key, as PEM text. */
export interface Certificate {
  cert: string;
  key: string;
}
