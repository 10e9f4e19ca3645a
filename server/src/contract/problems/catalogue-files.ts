/** Problems of attachments, the inbox and the import of ISDOC invoices. */
import { Shape } from '../schema.ts'
import { defineProblem, existingId } from './define.ts'

export const fileProblems = {
  duplicate: defineProblem({
    status: 409,
    title: 'ISDOC document already imported',
    explanation:
      'A received invoice with the same ISDOC UUID was imported before, even if it was cancelled since. ' +
      'Importing it again would book it twice.',
    cure: 'Use the received invoice in existing_id. A corrected document carries a new UUID.',
    members: Shape({ existing_id: existingId }),
  }),
  submission_blocked: defineProblem({
    status: 409,
    title: 'Submission blocked',
    explanation:
      "The sender or the file is on the account's block list, or the attachment is part of a submission that is " +
      'being processed.',
    cure: 'Wait for the running submission, or have the block removed in the application settings.',
  }),
  no_file: defineProblem({
    status: 422,
    title: 'File missing',
    explanation: 'The request contains no file: the multipart body has no part named file, or nothing was uploaded.',
    cure: 'Send the file in the part file, or PUT its bytes to upload_url before finalizing the attachment.',
  }),
  storage_limit_exceeded: defineProblem({
    status: 422,
    title: 'Storage limit exceeded',
    explanation:
      'With this file the account would exceed the storage of its plan, so the file is not kept. Bytes that were ' +
      'announced but not finalized count too: for an hour if none arrived, otherwise for a day.',
    cure: 'Finalize what was uploaded, upgrade the plan, or free storage in the application.',
  }),
  unsupported_format: defineProblem({
    status: 422,
    title: 'File format not supported',
    explanation:
      'This operation does not accept the type or extension of the file, or it is not what it is said to be.',
    cure:
      'Send a supported format. The ISDOC import takes file names that end in .isdoc or .isdocx; the import of recipes ' +
      'takes BeerJSON and BeerXML with a recipe inside.',
  }),
  upload_failed: defineProblem({
    status: 502,
    title: 'Storing the file failed',
    explanation: 'The file storage did not accept the file. No attachment was recorded.',
    cure: 'Send the same request again later.',
  }),
  unsupported_document_type: defineProblem({
    status: 422,
    title: 'ISDOC document type not imported',
    explanation:
      'The file is readable ISDOC, but not a payable invoice. Types 1 (invoice), 3 (debit note) and 7 (simplified ' +
      'tax document) are imported; credit notes, advances and non-payment documents are not.',
    cure: 'Enter the document in the application by hand, or submit it to the inbox as a file.',
  }),
  invalid_xml: defineProblem({
    status: 422,
    title: 'Not a valid ISDOC document',
    explanation:
      'The document is not well-formed XML, holds a DOCTYPE, is not ISDOC 5 or 6, or a required value is missing or ' +
      'malformed. The detail says which.',
    cure: 'Ask the supplier for a corrected file.',
  }),
  no_invoice_in_archive: defineProblem({
    status: 422,
    title: 'No invoice in the archive',
    explanation: 'The .isdocx file is not a readable ZIP archive, or no main .isdoc document was found in it.',
    cure: 'Ask the supplier for a corrected file, or send the .isdoc document alone.',
  }),
  file_too_large: defineProblem({
    status: 422,
    title: 'ISDOC file too large',
    explanation:
      'The ISDOC file, its unpacked content or the number of its parts is over the limit of the import ' +
      '(10 MB as sent, 50 MB unpacked, 5 MB for the invoice itself, 200 files).',
    cure: 'Send the .isdoc document without its supplements, or ask the supplier for a smaller file.',
  }),
  no_finance_module: defineProblem({
    status: 422,
    title: 'Account without the finance module',
    explanation: 'A received invoice can be imported only to an account with the finance module.',
    cure: 'Add the finance module to the subscription, or keep the file as an attachment.',
  }),
}
