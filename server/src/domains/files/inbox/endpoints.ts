/** The inbox: submit a file, see what waits, sort it. */
import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import { OneOf, Shape } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import { defineActions } from '../../../kernel/actions.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import { defineEndpoint, type Endpoint } from '../../../kernel/endpoint.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { defineGet, ofPath } from '../../../kernel/record.ts'
import { pairFaults } from '../attachments/rules.ts'
import { takeBack } from '../imports/reading.ts'
import { recordSubmission, sortSubmission } from './actions.ts'
import { alone, largestInboxBytes, storedPaths, takeIn } from './intake.ts'
import {
  openActions,
  outcomes,
  Submission,
  SubmissionCreate,
  submissionStatuses,
  submissionWorkflow,
} from './schema.ts'
import { findSubmission, listSubmissions, type SubmissionRow } from './store.ts'
import { submissionView } from './view.ts'

const read = { scopes: ['core:read'] } as const
const write = { scopes: ['core:write'] } as const

const shown = async (row: SubmissionRow, { account }: RecordContext) => ({
  body: submissionView(row, account.book.isLive),
  version: row.version,
})

const submissions = {
  id: 'inbox',
  path: '/inbox/submissions',
  name: 'a submission to the inbox',
  object: 'inbox_submission',
  read,
  schema: Submission,
  find: findSubmission,
  show: shown,
} as const

const create = defineEndpoint({
  id: 'inbox.create',
  method: 'POST',
  path: '/inbox/submissions',
  summary: 'Submit a file to the inbox',
  description:
    'An uploaded attachment by its id, or the file itself as multipart/form-data in the part `file`, up to 4 MB. ' +
    'ISDOC and UBL invoices are imported; a PDF or a picture is handed to document reading where the account has it; ' +
    'everything else waits for a person. A refused import is still a success here: the reason is in `note`.',
  access: write,
  body: SubmissionCreate,
  upload: { part: 'file', mostBytes: largestInboxBytes },
  returns: { status: 201, schema: Submission, etag: true },
  errors: ['no_file', 'unsupported_format', 'submission_blocked', 'storage_limit_exceeded', 'upload_failed'],
  async prepare({ body }, ctx) {
    const work = () => takeIn(ctx, body?.attachment_id)
    const intake = body ? await alone(ctx, body.attachment_id, work) : await work()
    const undo = async () => {
      for (const path of storedPaths(intake)) await takeBack(ctx.files, path)
    }
    return { ready: { intake, sender: ctx.caller.owner.email }, undo }
  },
  async handle({ ready: { intake, sender } }, ctx) {
    const submission = await recordSubmission(ctx, intake, sender)
    return { ...(await shown(submission, ctx)), location: locationOf('inbox_submission', submission.id) }
  },
})

const list = defineList({
  id: 'inbox.list',
  path: '/inbox/submissions',
  summary: 'List what came to the inbox',
  description: 'With `status=waiting`: what somebody has to look at.',
  access: read,
  filters: Shape({
    status: Type.Optional(OneOf(submissionStatuses)),
    outcome: Type.Optional(OneOf(outcomes)),
  }),
  record: Submission,
  select(ctx, { filters, where }, page) {
    const conditions = conditionsOf(filters, { status: is(sql`r.status`), outcome: is(sql`r.outcome`) })
    return listSubmissions(ctx.db, ctx.account.book.id, [...where, ...conditions], page)
  },
  view: (row, ctx) => submissionView(row, ctx.account.book.isLive),
})

export const inboxEndpoints: readonly Endpoint[] = [
  create,
  list,
  defineGet(submissions),
  ...defineActions({
    id: 'inbox',
    path: '/inbox/submissions/{id}',
    name: 'a submission',
    access: write,
    workflow: submissionWorkflow,
    record: ofPath(submissions),
    allowed: openActions,
    returns: Submission,
    faults: { sort: pairFaults },
    run: { sort: async (ctx, row: SubmissionRow, body) => shown(await sortSubmission(ctx, row, body), ctx) },
  }),
]
