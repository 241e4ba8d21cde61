/** How a report is drawn. */
export interface ReportOptions {
  /** Stands above the report; none if not given. */
  title?: string;
  /** `UTC`, `local`, an offset such as `+02:00`, or an IANA name. */
  timeZone: string;
  /** Cells a line may take (text); at least 40. */
  width: number;
  colour: boolean;
  /** Charts and signs in ASCII. */
  ascii: boolean;
}
