/** Files that are answered, and files that are sent. */

/** Asks for nothing until its bytes are wanted. */
export interface FileAnswer {
  /** The whole file. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>
  /** The file as it comes; a connection that breaks in the middle is an error of the stream. */
  stream(): Promise<ReadableStream<Uint8Array>>
}

export interface FileUpload {
  name: string
  /** Such as application/pdf. */
  type: string
  content: Uint8Array | string
}
