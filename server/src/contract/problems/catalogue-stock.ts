/** Problems of items, units, quantities, warehouses and stock documents. */
import { Type } from 'typebox'
import { Shape, UnitRef } from '../schema.ts'
import { defineProblem, optionalField, transferBlocker, transferBlockerCodes } from './define.ts'

export const stockProblems = {
  excise_reported: defineProblem({
    status: 409,
    title: 'Movement in a filed excise report',
    explanation: 'Beer would move in a warehouse of excise up to the end of a month whose excise report is filed.',
    cure: 'Use a date outside the filed period, or have the newest filed report taken back in the application.',
  }),
  inventory_locked: defineProblem({
    status: 409,
    title: 'Warehouse locked by a count',
    explanation: 'An inventory count is in progress in the warehouse, and its stock may not move until the count ends.',
    cure: 'Finish or cancel the inventory count, then send the request again.',
  }),
  receipt_has_allocations: defineProblem({
    status: 409,
    title: 'Receipt already issued from',
    explanation:
      'Stock of this receipt was already issued, so reversing the receipt would leave issues without a cost.',
    cure: 'Cancel or revert the stock issues that used the receipt first, then the receipt.',
  }),
  repack_pair_cancel_required: defineProblem({
    status: 409,
    title: 'Document belongs to a repack',
    explanation: 'The document is one half of a repack, and reversing only one half would lose or invent stock.',
    cure: 'Run the action on the repack: POST /repacks/{id}/actions/cancel takes both documents back together.',
  }),
  reserved_by_other: defineProblem({
    status: 409,
    title: 'Stock reserved for another order',
    explanation: 'There is enough stock on hand, but part of it is reserved for other orders.',
    cure: 'Issue at most the available quantity, wait for stock to arrive, or release a reservation of another order.',
  }),
  transfer_blocked: defineProblem({
    status: 409,
    title: 'Transfer not possible',
    explanation:
      'The transfer cannot be confirmed: the source lacks the stock, or the destination cannot accept it. ' +
      'Every reason is listed in blockers.',
    cure: 'Resolve each blocker by its code, then confirm the transfer again.',
    members: Shape({
      blockers: Type.Array(transferBlocker, { description: `code is one of ${transferBlockerCodes.join(', ')}` }),
    }),
  }),
  quantity_scale: defineProblem({
    status: 422,
    title: 'Too many decimal places',
    explanation:
      'The quantity has more decimal places than its unit allows. The service never rounds a quantity by itself.',
    cure: 'Round the quantity to the decimals of its unit before sending it; a unit with decimals null allows 3.',
    members: Shape({ field: optionalField }),
  }),
  recipe_unit_dimension_mismatch: defineProblem({
    status: 422,
    title: 'Recipe unit of a different dimension',
    explanation:
      'The recipe unit of the item has a different dimension from its stock unit, such as volume instead of weight.',
    cure: 'Choose a recipe_unit whose dimension equals that of unit, or send null.',
  }),
  shop_required: defineProblem({
    status: 422,
    title: 'Shop not specified',
    explanation: 'The account has several active shops, and the request does not say which one it concerns.',
    cure: 'Send warehouse_id, which determines the shop (a POS sale may send shop_id instead).',
  }),
  system_warehouse: defineProblem({
    status: 422,
    title: 'System warehouse',
    explanation: 'The warehouse is managed by the service and cannot be used on a manual document.',
    cure: 'Choose a warehouse whose type is not system.',
  }),
  unit_mismatch: defineProblem({
    status: 422,
    title: 'Wrong unit for the item',
    explanation: 'The unit sent is not the unit of the item or line. The service never converts a quantity.',
    cure: 'Convert the quantity to expected_unit and send it with that unit.',
    members: Shape({ expected_unit: UnitRef, field: optionalField }),
  }),
  unit_not_available: defineProblem({
    status: 422,
    title: 'Unit not available',
    explanation: 'The account has no active unit with this id or code.',
    cure: 'Use one of available_units (GET /units), or add an own unit in the application settings.',
    members: Shape({
      field: optionalField,
      available_units: Type.Optional(
        Type.Array(Type.String(), { description: 'The codes there are, for a key with core:read' }),
      ),
    }),
  }),
  warehouse_required: defineProblem({
    status: 422,
    title: 'Warehouse missing',
    explanation: 'The account has the stock module, so a free-form invoice must name its warehouse.',
    cure: 'Send warehouse_id; GET /warehouses lists them.',
  }),
}
