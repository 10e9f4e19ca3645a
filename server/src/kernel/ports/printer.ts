/** What endpoints ask of whoever makes papers: drawing takes long, so it is done beside the requests. */
export interface Printer {
  /** The bytes of a paper. What a job is, the domain knows that makes it. */
  print(bookId: string, job: object): Promise<Buffer>
  close(): Promise<void>
}
