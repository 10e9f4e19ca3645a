/** Problems of the cash desk, returnable packaging, batches and workflow steps. */
import { Type } from 'typebox'
import { Decimal, Nullable, Shape, UnitRef, Uuid } from '../schema.ts'
import { blockingBatch, defineProblem, existingId, optionalField, reasonMembers } from './define.ts'

/** An item of which a warehouse has too little. */
const itemShortage = Shape({ item_id: Uuid, requested: Decimal, available: Decimal, unit: UnitRef })

/** Why a recorded sale could not be settled. */
export const SettlementFailure = Shape(
  {
    code: Type.String({ description: 'The error code of the refusal.' }),
    detail: Nullable(Type.String()),
    blockers: Nullable(
      Type.Array(Type.Unsafe<object>({ type: 'object', additionalProperties: true }), {
        description: 'What stands in the way, as the error code shows it.',
      }),
    ),
  },
  { title: 'SettlementFailure' },
)

export const breweryPosProblems = {
  equipment_occupied: defineProblem({
    status: 409,
    title: 'Vessel occupied',
    explanation: 'The vessel holds another open batch.',
    cure: 'Choose a free vessel, or advance the batch that is in it first.',
    members: Shape({ blockers: Type.Array(blockingBatch, { description: 'The batch that is in it' }) }),
  }),
  invoiced_period: defineProblem({
    status: 409,
    title: 'Brew date in an invoiced period',
    explanation:
      'The brew date lies in a period that was already billed, so no batch may be added to it or moved there.',
    cure: 'Use a brew_date after the billed period.',
  }),
  item_not_in_stock: defineProblem({
    status: 409,
    title: 'Item not in stock',
    explanation: 'The cash desk sells only items in stock, and there is less on hand than the sale or the tap needs.',
    cure: 'Receive the goods first, sell less, or allow sales without stock in the settings of the cash desk.',
    members: Shape({
      ...reasonMembers,
      blockers: Type.Array(itemShortage, { description: 'Items with too little free stock on that day' }),
    }),
  }),
  no_keg_tapped: defineProblem({
    status: 409,
    title: 'No keg tapped',
    explanation:
      'The sale holds draft beer, but no keg of it is tapped at the cash desk, or those that are have too little left.',
    cure: 'Tap a keg with POST /cash-desks/{id}/taps, then send the sale again.',
    members: Shape({ field: optionalField }),
  }),
  sale_kegs_partially_returned: defineProblem({
    status: 409,
    title: 'Kegs of the sale already returned',
    explanation:
      'Some returnable packaging of the sale or of the stock issue already came back, so it cannot be taken back as a ' +
      'whole.',
    cure:
      'Cancel the packaging return with POST /packaging-returns/{id}/actions/cancel first, or the goods receipt the ' +
      'empties came with, then try again.',
  }),
  settlement_failed: defineProblem({
    status: 409,
    title: 'Sale recorded, settlement unfinished',
    explanation:
      'The sale was recorded, but its stock or payment could not be posted. This refusal leaves the sale in the books.',
    cure: 'Do not send the sale again. Run the action retry_settlement on the sale in existing_id.',
    members: Shape({ existing_id: existingId, failure: SettlementFailure }),
  }),
  step_handed_over: defineProblem({
    status: 409,
    title: 'Step handed over to a person',
    explanation: 'The wait timed out or the step was handed over, and it is now the task of a person.',
    cure: 'Do not complete the step from outside; it is closed in the application.',
  }),
  step_not_external: defineProblem({
    status: 409,
    title: 'Step of a person',
    explanation: 'The step is done by a person and does not wait for an external system.',
    cure: 'Run the action only on steps whose kind is external.',
  }),
  step_not_waiting: defineProblem({
    status: 409,
    title: 'Step not waiting',
    explanation: 'The step is not waiting for an external system: it was not handed to one yet, or it is completed.',
    cure: 'Read the step. Run call and wait before complete, and do not complete a step twice.',
  }),
  cash_desk_required: defineProblem({
    status: 422,
    title: 'Cash desk not specified',
    explanation: 'The shop has several cash desks or none, so the service cannot choose one.',
    cure: 'Send cash_desk_id; GET /cash-desks lists them.',
  }),
  item_not_available_at_pos: defineProblem({
    status: 422,
    title: 'Item not sold here',
    explanation: 'The item is inactive or not offered at the cash desk.',
    cure: 'Set pos_available on the item, or leave the item out of the sale.',
    members: Shape({ field: optionalField }),
  }),
  measurement_type_ambiguous: defineProblem({
    status: 422,
    title: 'Several values in one measurement',
    explanation: 'The measurement holds several values and no type, so the service cannot tell which one is meant.',
    cure: 'Send one value for each measurement, or set type.',
    members: Shape({ field: optionalField }),
  }),
  measurement_value_required: defineProblem({
    status: 422,
    title: 'Measurement without its value',
    explanation: 'The measurement holds no value for its type.',
    cure: 'Send the value field that belongs to the type, such as gravity_plato.',
    members: Shape({ field: optionalField }),
  }),
  packaging_return_exceeds_balance: defineProblem({
    status: 422,
    title: 'More packaging than the partner holds',
    explanation:
      'More pieces would come back than the partner holds, than the named sale gave, or than a cash desk pays out to ' +
      'somebody unknown.',
    cure:
      'Return at most the pieces of GET /packaging-balances for this partner, or name the partner or the sale. Pieces ' +
      'from before the ledger are brought in with POST /packaging-adjustments.',
    members: Shape({
      balances: Type.Optional(
        Type.Array(Shape({ deposit_id: Uuid, pieces: Decimal, requested: Decimal }), {
          description: 'What may come back of each deposit, and what was asked for.',
        }),
      ),
      limit: Type.Optional(
        Type.Unsafe<string>({ ...Decimal, description: 'The most deposit paid out without a name.' }),
      ),
    }),
  }),
  payment_amount_mismatch: defineProblem({
    status: 422,
    title: 'Payment differs from the sale total',
    explanation: 'A sale at the cash desk is paid in full at once, and the payment sent is not what the sale comes to.',
    cure: 'Send expected_amount as the payment, or correct the lines.',
    members: Shape({ expected_amount: Decimal }),
  }),
  payment_method_not_supported: defineProblem({
    status: 422,
    title: 'Payment method not supported',
    explanation: 'The cash desk cannot record this payment method for a sale.',
    cure: 'Use a method listed in payment_methods of the cash desk.',
  }),
}
