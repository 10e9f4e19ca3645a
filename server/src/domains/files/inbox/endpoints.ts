/** The inbox: submit a file, see what waits, sort it. */
import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import { OneOf, Shape, SomeOf } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import { documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import { defineEndpoint, type Endpoint } from '../../../kernel/endpoint.ts'
import { is, isAnyOf } from '../../../kernel/filters.ts'
import { takeBack } from '../imports/reading.ts'
import { lookUpIntake, recordSubmission, submissionActions } from './actions.ts'
import { submissions } from './document.ts'
import { largestInboxBytes, storedPaths, takeIn, workAlone } from './intake.ts'
import { outcomes, Submission, SubmissionCreate, submissionStatuses } from './schema.ts'

const create = defineEndpoint({
  id: 'inbox.create',
  method: 'POST',
  path: submissions.path,
  summary: 'Submit a file to the inbox',
  description:
    'An uploaded attachment by its id, or the file itself as multipart/form-data in the part `file`, up to 4 MB. ' +
    'ISDOC and UBL invoices are imported; a PDF or a picture goes to document reading if the account has it; ' +
    'everything else waits for a person. A rejected import still returns success here: the reason is in `note`.',
  access: submissions.access.write,
  body: SubmissionCreate,
  upload: { part: 'file', maxBytes: largestInboxBytes },
  returns: { status: 201, schema: Submission, etag: true },
  errors: ['no_file', 'unsupported_format', 'submission_blocked', 'storage_limit_exceeded', 'upload_failed'],
  sharing: 'in_order',
  emits: [
    'partner.created',
    'partner.updated',
    'received_invoice.created',
    'workflow.step_called',
    'inbox.submission_received',
  ],
  async prepare({ body }, ctx) {
    const work = () => takeIn(ctx, body?.attachment_id)
    const intake = body ? await workAlone(ctx, body.attachment_id, work) : await work()
    const undo = async () => {
      for (const path of storedPaths(intake)) await takeBack(ctx.files, path)
    }
    return { ready: { intake, sender: ctx.caller.owner.email }, undo }
  },
  look: ({ intake }, ctx) => lookUpIntake(ctx, intake),
  async handle({ ready: { intake, sender }, look }, ctx) {
    const submission = await ctx.inOrder(async () => recordSubmission(ctx, intake, { sender, known: await look() }))
    return { ...(await submissions.reply(submission, ctx)), location: locationOf(submissions.object, submission.id) }
  },
})

export const inboxEndpoints: readonly Endpoint[] = [
  create,
  documentList(submissions, {
    description: 'With `status=waiting`: those that somebody needs to look at.',
    filters: Shape({
      status: Type.Optional(SomeOf(submissionStatuses)),
      outcome: Type.Optional(OneOf(outcomes)),
    }),
    rules: () => ({ status: isAnyOf(sql`r.status`), outcome: is(sql`r.outcome`) }),
  }),
  ...documentReads(submissions),
  ...submissionActions.endpoints,
]
