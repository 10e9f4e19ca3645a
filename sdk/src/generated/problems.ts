// Generated from the declarations in server/src by `npm run generate`. Do not edit.
import type {
  BlockingRecord,
  Decimal,
  Instant,
  ProblemRow,
  SettlementFailure,
  StockShortage,
  TransferBlocker,
  UnitRef,
  Uuid,
} from './types.ts'

/** Every problem code, with the members its document has beside the common ones. */
export interface ProblemMembers {
  /**
   * 401: The request carries no usable API key: the Authorization header is missing or uses another scheme, or
   * the key is malformed, unknown, expired or revoked. The detail says which; that a key was revoked or has
   * expired is told only to whoever sends the whole of it. Send "Authorization: Bearer <API_KEY>" with a key that
   * is active in the application settings. A key is never accepted in the address.
   */
  unauthenticated: object
  /**
   * 403: The account is locked, so none of its keys may read or write anything. Have the account owner unlock the
   * account in the application, then send the request again.
   */
  account_locked: object
  /**
   * 403: The subscription of the account does not include the API add-on, so its keys are refused. Add the API
   * add-on to the subscription. The same key works from the next request on.
   */
  addon_required: object
  /**
   * 403: The account keeps no excise records, so the excise paths are closed to it. Turn on the excise add-on in
   * the subscription, or do not call the excise paths for this account.
   */
  excise_not_enabled: object
  /**
   * 403: The key is valid, but it may not do this: its owner lacks the right or is inactive, a live key was sent
   * with the sandbox header, or an operation of the other mode was called. Give the owner of the key the missing
   * right in the application settings, use a key of another owner, or use a key of the right mode. The detail
   * says which applies.
   */
  forbidden: object
  /**
   * 403: The key lacks a scope this operation needs. Write scopes do not include read scopes, and issued invoices
   * need sales scopes on an account with the sales module. Add one of the scopes in required_scopes to the key in
   * the application settings.
   */
  insufficient_scope: {
    /** The scopes that allow this operation */
    required_scopes: string[]
  }
  /**
   * 403: The request comes from an address outside the key's allow-list. Call from an allowed address, or add
   * this address or its range to the allow-list of the key.
   */
  ip_not_allowed: object
  /**
   * 403: The operation belongs to a module the account does not subscribe to. The scope of the key makes no
   * difference. Add the module to the subscription. GET /me lists the modules that are active now.
   */
  module_not_enabled: object
  /**
   * 422: The account already has as many partners as its plan allows, so no more can be created. Upgrade the
   * plan, or use an existing partner.
   */
  partner_limit: object
  /**
   * 429: The key, or the address of requests without a valid key, has used up its requests for the current
   * minute. Wait for the seconds in the Retry-After header, then continue. The RateLimit-Remaining header of
   * every response shows how many requests are left.
   */
  rate_limited: object
  /**
   * 400: The Idempotency-Key header is empty, longer than 255 characters, contains a space or a character outside
   * printable ASCII, or was sent twice. The body was not read. Send one key of 1 to 255 printable ASCII
   * characters without spaces, for example a UUID.
   */
  invalid_idempotency_key: object
  /**
   * 404: There is no such path, or no such record in this account and mode. A record of another account, mode or
   * document family gives the same response. Check the path, the method, the id and whether a live or a test key
   * is used. When only the method is wrong, the Allow header lists the right ones.
   */
  not_found: object
  /**
   * 404: The document has no action with this key in any state. Use a key listed in allowed_actions of the
   * document.
   */
  unknown_action: object
  /**
   * 409: The request is well-formed but conflicts with the current state: too little stock, another document that
   * depends on this one, a count already in progress, or a workflow step that holds the action back. Nothing was
   * written. Read the detail and the blockers, resolve what stands in the way, then send the request again.
   */
  conflict: {
    /** Why, as a word that stays when the text changes; absent where nothing but the text tells. More may be added. */
    reason?:
      | 'missing'
      | 'min_length'
      | 'max_length'
      | 'not_a_decimal'
      | 'not_a_day'
      | 'not_an_email'
      | 'out_of_limits'
      | 'too_far_ahead'
      | 'ahead_of_now'
      | 'not_in_future'
      | 'zero'
      | 'before_issue_date'
      | 'ends_before_start'
      | 'more_than_quantity'
      | 'more_than_invoiced'
      | 'more_than_left'
      | 'no_price'
      | 'exemption_at_rate'
      | 'wrong_code'
      | 'password_known'
      | 'without_recipe'
      | 'no_open_session'
      | 'already_counted'
      | 'another_count'
      | 'short_on_date'
      | 'used_later'
      | 'goods_arrived'
      | 'issue_invoiced'
      | 'issue_not_confirmed'
      | 'issue_already_invoiced'
      | 'part_of_repack'
      | 'has_credit_notes'
      | 'order_invoiced'
      | 'not_issued'
      | 'nothing_remains'
      | 'more_than_creditable'
      | 'items_without_price'
      | 'remains'
      | 'drawer_holds'
      | 'already_paid'
      | 'no_payment'
      | 'tap_taken'
      | 'no_free_keg'
      | 'keg_gone'
      | 'batch_has_value'
      | 'step_holds'
      | 'value_gone_on'
      | 'newest_is_document'
      | 'vessel_too_small'
      | 'vessel_in_cleaning'
      | 'out_of_use'
      | 'batch_too_small'
      | 'beer_short_on_date'
      | 'nothing_to_issue'
      | 'materials_issued'
      | 'other_batch_changed'
      | 'by_products_too_dear'
      | 'vessel_empty'
      | 'session_open'
      | 'more_than_counted'
      | 'deposit_paid_back'
      | 'deposit_settled'
      | 'no_excise_rate'
      | 'report_exists'
      | 'month_not_over'
      | 'month_left_out'
      | 'report_stale'
      | 'beer_counted'
    /** The values in the text of that reason, such as `limit`. */
    params?: Record<string, string>
    /** Id of the existing record */
    existing_id?: Uuid
    /** Lines with too little stock, or the records in the way */
    blockers?: (StockShortage | BlockingRecord | {
      object: 'batch'
      id: Uuid
      number?: string
      phase?: string
      volume_l?: Decimal | null
      value?: Decimal
      requested?: Decimal
      available?: Decimal
      unit?: UnitRef
    } | {
      object: 'vessel'
      id: Uuid
      status?: string
      capacity_l?: Decimal
      requested_l?: Decimal
    } | {
      object: 'workflow_step'
      id: Uuid
      key: string
      status: string
      outcome: string | null
    })[]
  }
  /**
   * 409: Another record of this account has the same external_ref. Goods receipts and stock issues share one
   * namespace. The Location header points at that record. Use the existing record, send on_conflict=return to
   * receive it instead of this refusal, or choose another reference.
   */
  external_ref_conflict: {
    /** Id of the existing record */
    existing_id: Uuid
  }
  /**
   * 409: A request with the same Idempotency-Key is still running, so its result is not known yet. Wait the
   * seconds of the Retry-After header and send the same request again; the stored answer is replayed.
   */
  idempotency_in_progress: object
  /**
   * 409: The action or the edit is not possible in the current state of the document. The reason says whether the
   * document was closed by export to accounting or by cancellation. Run one of allowed_actions, or read the
   * document again when another client may have changed it.
   */
  invalid_transition: {
    /** The action keys allowed now */
    allowed_actions: string[]
    reason?: 'EXPORTED' | 'CANCELLED'
  }
  /**
   * 412: The If-Match header does not match the current version of the record, so the write was refused. Read the
   * record again, apply the change to what it holds now and send it with the new ETag.
   */
  stale_version: {
    /** The ETag of the record as it is now */
    current_etag: string
  }
  /**
   * 413: The body or the file is larger than allowed: 6 MB for JSON, 4 MB for a multipart file to the inbox, the
   * size of the plan for an attachment, and the declared size for an upload. Send less in one request. A file too
   * large for the multipart inbox goes through POST /attachments, and its id is then submitted to the inbox.
   */
  payload_too_large: object
  /**
   * 422: This Idempotency-Key already belongs to a request with another method, path, query or body. Replaying
   * its response would hide that the two differ. Use a new key for a new request. To repeat the original request,
   * send exactly what was sent then.
   */
  idempotency_key_reused: {
    /** The request that used the key first */
    original_request: {
      /** The request id of the first use */
      id: string
      method: string
      path: string
      at: Instant
    }
  }
  /**
   * 422: The body or the query contains unknown fields, and nothing else is wrong. They are never silently
   * ignored, because a misspelt field would be lost. Remove or correct the fields listed in errors.
   */
  unknown_field: {
    errors: ProblemRow[]
  }
  /**
   * 422: The body or the query does not have the required form, or it refers to records that cannot be used. All
   * problems found are listed in errors, at most 100; for a list that is too long, those of its first entries.
   * Correct every field listed in errors, then send the request again. The same Idempotency-Key may be used.
   */
  validation_failed: {
    errors: ProblemRow[]
  }
  /**
   * 500: The service failed unexpectedly. Nothing was written. Send the request again later with the same
   * Idempotency-Key. If it persists, report the id in instance.
   */
  internal_error: object
  /**
   * 503: The service is under maintenance or cannot reach its database. A write during which the database was
   * lost may have been kept. Send the request again after a short wait, writes with the same Idempotency-Key:
   * they happen once.
   */
  api_unavailable: object
  /**
   * 409: Beer would move in a warehouse of excise up to the end of a month whose excise report is filed. Use a
   * date outside the filed period, or have the newest filed report taken back in the application.
   */
  excise_reported: object
  /**
   * 409: An inventory count is in progress in the warehouse, and its stock may not move until the count ends.
   * Finish or cancel the inventory count, then send the request again.
   */
  inventory_locked: object
  /**
   * 409: Stock of this receipt was already issued, so reversing the receipt would leave issues without a cost.
   * Cancel or revert the stock issues that used the receipt first, then the receipt.
   */
  receipt_has_allocations: object
  /**
   * 409: The document is one half of a repack, and reversing only one half would lose or invent stock. Run the
   * action on the repack: POST /repacks/{id}/actions/cancel takes both documents back together.
   */
  repack_pair_cancel_required: object
  /**
   * 409: There is enough stock on hand, but part of it is reserved for other orders. Issue at most the available
   * quantity, wait for stock to arrive, or release a reservation of another order.
   */
  reserved_by_other: object
  /**
   * 409: The transfer cannot be confirmed: the source lacks the stock, or the destination cannot accept it. Every
   * reason is listed in blockers. Resolve each blocker by its code, then confirm the transfer again.
   */
  transfer_blocked: {
    /**
     * code is one of same_warehouse, target_inactive, target_system, category_not_allowed, insufficient_stock,
     * target_inventory_running
     */
    blockers: TransferBlocker[]
  }
  /**
   * 422: The quantity has more decimal places than its unit allows. The service never rounds a quantity by
   * itself. Round the quantity to the decimals of its unit before sending it; a unit with decimals null allows 3.
   */
  quantity_scale: {
    /** Path of the offending field, such as lines[3].unit */
    field?: string
  }
  /**
   * 422: The recipe unit of the item has a different dimension from its stock unit, such as volume instead of
   * weight. Choose a recipe_unit whose dimension equals that of unit, or send null.
   */
  recipe_unit_dimension_mismatch: object
  /**
   * 422: The account has several active shops, and the request does not say which one it concerns. Send
   * warehouse_id, which determines the shop (a POS sale may send shop_id instead).
   */
  shop_required: object
  /**
   * 422: The warehouse is managed by the service and cannot be used on a manual document. Choose a warehouse
   * whose type is not system.
   */
  system_warehouse: object
  /**
   * 422: The unit sent is not the unit of the item or line. The service never converts a quantity. Convert the
   * quantity to expected_unit and send it with that unit.
   */
  unit_mismatch: {
    expected_unit: UnitRef
    /** Path of the offending field, such as lines[3].unit */
    field?: string
  }
  /**
   * 422: The account has no active unit with this id or code. Use one of available_units (GET /units), or add an
   * own unit in the application settings.
   */
  unit_not_available: {
    /** Path of the offending field, such as lines[3].unit */
    field?: string
    /** The codes there are, for a key with core:read */
    available_units?: string[]
  }
  /**
   * 422: The account has the stock module, so a free-form invoice must name its warehouse. Send warehouse_id; GET
   * /warehouses lists them.
   */
  warehouse_required: object
  /**
   * 409: Another partner of the same country has this ico, and a business id belongs to one partner only. A
   * partner without a country counts as one of the account's country. Use the partner in existing_id (its name is
   * in existingName), or correct the ico or the country.
   */
  duplicate_ico: {
    /** Name of the partner that has the ico */
    existingName: string
    /** Id of the existing record */
    existing_id: Uuid
  }
  /**
   * 422: There is no default finance account for the payment method of the document, and none was sent. Send
   * account_id from GET /finance-accounts, or set a default account in the application settings.
   */
  account_required: object
  /**
   * 422: The currency is not a known ISO 4217 code, or no active finance account or cash desk of the account uses
   * it. Send a supported currency, or open a finance account in that currency in the application.
   */
  currency_not_supported: object
  /**
   * 422: The amount of money is zero, negative or has more than 2 decimal places. Send an amount greater than 0
   * with at most 2 decimal places, as a string.
   */
  invalid_amount: object
  /**
   * 422: The document is in a foreign currency and has no exchange rate, so its value in the books is unknown.
   * Set exchange_rate on the document with a PATCH, then run the action again.
   */
  missing_exchange_rate: object
  /**
   * 422: The document has no lines, so it cannot be confirmed, issued, sold or imported. Add at least one line,
   * then send the request again.
   */
  no_lines: {
    /** Why, as a word that stays when the text changes; absent where nothing but the text tells. More may be added. */
    reason?:
      | 'missing'
      | 'min_length'
      | 'max_length'
      | 'not_a_decimal'
      | 'not_a_day'
      | 'not_an_email'
      | 'out_of_limits'
      | 'too_far_ahead'
      | 'ahead_of_now'
      | 'not_in_future'
      | 'zero'
      | 'before_issue_date'
      | 'ends_before_start'
      | 'more_than_quantity'
      | 'more_than_invoiced'
      | 'more_than_left'
      | 'no_price'
      | 'exemption_at_rate'
      | 'wrong_code'
      | 'password_known'
      | 'without_recipe'
      | 'no_open_session'
      | 'already_counted'
      | 'another_count'
      | 'short_on_date'
      | 'used_later'
      | 'goods_arrived'
      | 'issue_invoiced'
      | 'issue_not_confirmed'
      | 'issue_already_invoiced'
      | 'part_of_repack'
      | 'has_credit_notes'
      | 'order_invoiced'
      | 'not_issued'
      | 'nothing_remains'
      | 'more_than_creditable'
      | 'items_without_price'
      | 'remains'
      | 'drawer_holds'
      | 'already_paid'
      | 'no_payment'
      | 'tap_taken'
      | 'no_free_keg'
      | 'keg_gone'
      | 'batch_has_value'
      | 'step_holds'
      | 'value_gone_on'
      | 'newest_is_document'
      | 'vessel_too_small'
      | 'vessel_in_cleaning'
      | 'out_of_use'
      | 'batch_too_small'
      | 'beer_short_on_date'
      | 'nothing_to_issue'
      | 'materials_issued'
      | 'other_batch_changed'
      | 'by_products_too_dear'
      | 'vessel_empty'
      | 'session_open'
      | 'more_than_counted'
      | 'deposit_paid_back'
      | 'deposit_settled'
      | 'no_excise_rate'
      | 'report_exists'
      | 'month_not_over'
      | 'month_left_out'
      | 'report_stale'
      | 'beer_counted'
    /** The values in the text of that reason, such as `limit`. */
    params?: Record<string, string>
  }
  /**
   * 422: The payment is higher than the remaining amount of the document, or more would leave the drawer than is
   * in it. Send at most amount_remaining; a payment without amount pays exactly the rest.
   */
  overpay: {
    /** Why, as a word that stays when the text changes; absent where nothing but the text tells. More may be added. */
    reason?:
      | 'missing'
      | 'min_length'
      | 'max_length'
      | 'not_a_decimal'
      | 'not_a_day'
      | 'not_an_email'
      | 'out_of_limits'
      | 'too_far_ahead'
      | 'ahead_of_now'
      | 'not_in_future'
      | 'zero'
      | 'before_issue_date'
      | 'ends_before_start'
      | 'more_than_quantity'
      | 'more_than_invoiced'
      | 'more_than_left'
      | 'no_price'
      | 'exemption_at_rate'
      | 'wrong_code'
      | 'password_known'
      | 'without_recipe'
      | 'no_open_session'
      | 'already_counted'
      | 'another_count'
      | 'short_on_date'
      | 'used_later'
      | 'goods_arrived'
      | 'issue_invoiced'
      | 'issue_not_confirmed'
      | 'issue_already_invoiced'
      | 'part_of_repack'
      | 'has_credit_notes'
      | 'order_invoiced'
      | 'not_issued'
      | 'nothing_remains'
      | 'more_than_creditable'
      | 'items_without_price'
      | 'remains'
      | 'drawer_holds'
      | 'already_paid'
      | 'no_payment'
      | 'tap_taken'
      | 'no_free_keg'
      | 'keg_gone'
      | 'batch_has_value'
      | 'step_holds'
      | 'value_gone_on'
      | 'newest_is_document'
      | 'vessel_too_small'
      | 'vessel_in_cleaning'
      | 'out_of_use'
      | 'batch_too_small'
      | 'beer_short_on_date'
      | 'nothing_to_issue'
      | 'materials_issued'
      | 'other_batch_changed'
      | 'by_products_too_dear'
      | 'vessel_empty'
      | 'session_open'
      | 'more_than_counted'
      | 'deposit_paid_back'
      | 'deposit_settled'
      | 'no_excise_rate'
      | 'report_exists'
      | 'month_not_over'
      | 'month_left_out'
      | 'report_stale'
      | 'beer_counted'
    /** The values in the text of that reason, such as `limit`. */
    params?: Record<string, string>
    amount_remaining: Decimal
  }
  /**
   * 409: A received invoice with the same ISDOC UUID was imported before, even if it was cancelled since.
   * Importing it again would book it twice. Use the received invoice in existing_id. A corrected document carries
   * a new UUID.
   */
  duplicate: {
    /** Id of the existing record */
    existing_id: Uuid
  }
  /**
   * 409: The sender or the file is on the account's block list, or the attachment is part of a submission that is
   * being processed. Wait for the running submission, or have the block removed in the application settings.
   */
  submission_blocked: object
  /**
   * 422: The request contains no file: the multipart body has no part named file, or nothing was uploaded. Send
   * the file in the part file, or PUT its bytes to upload_url before finalizing the attachment.
   */
  no_file: object
  /**
   * 422: With this file the account would exceed the storage of its plan, so the file is not kept. Bytes that
   * were announced but not finalized count too: for an hour if none arrived, otherwise for a day. Finalize what
   * was uploaded, upgrade the plan, or free storage in the application.
   */
  storage_limit_exceeded: object
  /**
   * 422: This operation does not accept the type or extension of the file, or it is not what it is said to be.
   * Send a supported format. The ISDOC import takes file names that end in .isdoc or .isdocx; the import of
   * recipes takes BeerJSON and BeerXML with a recipe inside.
   */
  unsupported_format: object
  /** 502: The file storage did not accept the file. No attachment was recorded. Send the same request again later. */
  upload_failed: object
  /**
   * 422: The file is readable ISDOC, but not a payable invoice. Types 1 (invoice), 3 (debit note) and 7
   * (simplified tax document) are imported; credit notes, advances and non-payment documents are not. Enter the
   * document in the application by hand, or submit it to the inbox as a file.
   */
  unsupported_document_type: object
  /**
   * 422: The document is not well-formed XML, holds a DOCTYPE, is not ISDOC 5 or 6, or a required value is
   * missing or malformed. The detail says which. Ask the supplier for a corrected file.
   */
  invalid_xml: object
  /**
   * 422: The .isdocx file is not a readable ZIP archive, or no main .isdoc document was found in it. Ask the
   * supplier for a corrected file, or send the .isdoc document alone.
   */
  no_invoice_in_archive: object
  /**
   * 422: The ISDOC file, its unpacked content or the number of its parts is over the limit of the import (10 MB
   * as sent, 50 MB unpacked, 5 MB for the invoice itself, 200 files). Send the .isdoc document without its
   * supplements, or ask the supplier for a smaller file.
   */
  file_too_large: object
  /**
   * 422: A received invoice can be imported only to an account with the finance module. Add the finance module to
   * the subscription, or keep the file as an attachment.
   */
  no_finance_module: object
  /** 409: The vessel holds another open batch. Choose a free vessel, or advance the batch that is in it first. */
  equipment_occupied: {
    /** The batch that is in it */
    blockers: {
      object: 'batch'
      id: Uuid
      number?: string
      phase?: string
      volume_l?: Decimal | null
      value?: Decimal
      requested?: Decimal
      available?: Decimal
      unit?: UnitRef
    }[]
  }
  /**
   * 409: The brew date lies in a period that was already billed, so no batch may be added to it or moved there.
   * Use a brew_date after the billed period.
   */
  invoiced_period: object
  /**
   * 409: The cash desk sells only items in stock, and there is less on hand than the sale or the tap needs.
   * Receive the goods first, sell less, or allow sales without stock in the settings of the cash desk.
   */
  item_not_in_stock: {
    /** Why, as a word that stays when the text changes; absent where nothing but the text tells. More may be added. */
    reason?:
      | 'missing'
      | 'min_length'
      | 'max_length'
      | 'not_a_decimal'
      | 'not_a_day'
      | 'not_an_email'
      | 'out_of_limits'
      | 'too_far_ahead'
      | 'ahead_of_now'
      | 'not_in_future'
      | 'zero'
      | 'before_issue_date'
      | 'ends_before_start'
      | 'more_than_quantity'
      | 'more_than_invoiced'
      | 'more_than_left'
      | 'no_price'
      | 'exemption_at_rate'
      | 'wrong_code'
      | 'password_known'
      | 'without_recipe'
      | 'no_open_session'
      | 'already_counted'
      | 'another_count'
      | 'short_on_date'
      | 'used_later'
      | 'goods_arrived'
      | 'issue_invoiced'
      | 'issue_not_confirmed'
      | 'issue_already_invoiced'
      | 'part_of_repack'
      | 'has_credit_notes'
      | 'order_invoiced'
      | 'not_issued'
      | 'nothing_remains'
      | 'more_than_creditable'
      | 'items_without_price'
      | 'remains'
      | 'drawer_holds'
      | 'already_paid'
      | 'no_payment'
      | 'tap_taken'
      | 'no_free_keg'
      | 'keg_gone'
      | 'batch_has_value'
      | 'step_holds'
      | 'value_gone_on'
      | 'newest_is_document'
      | 'vessel_too_small'
      | 'vessel_in_cleaning'
      | 'out_of_use'
      | 'batch_too_small'
      | 'beer_short_on_date'
      | 'nothing_to_issue'
      | 'materials_issued'
      | 'other_batch_changed'
      | 'by_products_too_dear'
      | 'vessel_empty'
      | 'session_open'
      | 'more_than_counted'
      | 'deposit_paid_back'
      | 'deposit_settled'
      | 'no_excise_rate'
      | 'report_exists'
      | 'month_not_over'
      | 'month_left_out'
      | 'report_stale'
      | 'beer_counted'
    /** The values in the text of that reason, such as `limit`. */
    params?: Record<string, string>
    /** Items with too little free stock on that day */
    blockers: { item_id: Uuid; requested: Decimal; available: Decimal; unit: UnitRef }[]
  }
  /**
   * 409: The sale holds draft beer, but no keg of it is tapped at the cash desk, or those that are have too
   * little left. Tap a keg with POST /cash-desks/{id}/taps, then send the sale again.
   */
  no_keg_tapped: {
    /** Path of the offending field, such as lines[3].unit */
    field?: string
  }
  /**
   * 409: Some returnable packaging of the sale or of the stock issue already came back, so it cannot be taken
   * back as a whole. Cancel the packaging return with POST /packaging-returns/{id}/actions/cancel first, or the
   * goods receipt the empties came with, then try again.
   */
  sale_kegs_partially_returned: object
  /**
   * 409: The sale was recorded, but its stock or payment could not be posted. This refusal leaves the sale in the
   * books. Do not send the sale again. Run the action retry_settlement on the sale in existing_id.
   */
  settlement_failed: {
    /** Id of the existing record */
    existing_id: Uuid
    failure: SettlementFailure
  }
  /**
   * 409: The wait timed out or the step was handed over, and it is now the task of a person. Do not complete the
   * step from outside; it is closed in the application.
   */
  step_handed_over: object
  /**
   * 409: The step is done by a person and does not wait for an external system. Run the action only on steps
   * whose kind is external.
   */
  step_not_external: object
  /**
   * 409: The step is not waiting for an external system: it was not handed to one yet, or it is completed. Read
   * the step. Run call and wait before complete, and do not complete a step twice.
   */
  step_not_waiting: object
  /**
   * 422: The shop has several cash desks or none, so the service cannot choose one. Send cash_desk_id; GET
   * /cash-desks lists them.
   */
  cash_desk_required: object
  /**
   * 422: The item is inactive or not offered at the cash desk. Set pos_available on the item, or leave the item
   * out of the sale.
   */
  item_not_available_at_pos: {
    /** Path of the offending field, such as lines[3].unit */
    field?: string
  }
  /**
   * 422: The measurement holds several values and no type, so the service cannot tell which one is meant. Send
   * one value for each measurement, or set type.
   */
  measurement_type_ambiguous: {
    /** Path of the offending field, such as lines[3].unit */
    field?: string
  }
  /**
   * 422: The measurement holds no value for its type. Send the value field that belongs to the type, such as
   * gravity_plato.
   */
  measurement_value_required: {
    /** Path of the offending field, such as lines[3].unit */
    field?: string
  }
  /**
   * 422: More pieces would come back than the partner holds, than the named sale gave, or than a cash desk pays
   * out to somebody unknown. Return at most the pieces of GET /packaging-balances for this partner, or name the
   * partner or the sale. Pieces from before the ledger are brought in with POST /packaging-adjustments.
   */
  packaging_return_exceeds_balance: {
    /** What may come back of each deposit, and what was asked for. */
    balances?: { deposit_id: Uuid; pieces: Decimal; requested: Decimal }[]
    limit?: Decimal
  }
  /**
   * 422: A sale at the cash desk is paid in full at once, and the payment sent is not what the sale comes to.
   * Send expected_amount as the payment, or correct the lines.
   */
  payment_amount_mismatch: {
    expected_amount: Decimal
  }
  /**
   * 422: The cash desk cannot record this payment method for a sale. Use a method listed in payment_methods of
   * the cash desk.
   */
  payment_method_not_supported: object
  /**
   * 410: Events after this sequence are older than the plan keeps, so the response would have a gap. Read all
   * records again through the lists, then continue from the sequence in the X-Service-Latest-Sequence header of
   * the first list.
   */
  events_expired: {
    /** Sequence of the oldest event still kept */
    oldest_sequence: number
    /** Sequence of the newest event */
    latest_sequence: number
  }
  /**
   * 422: The account has as many webhook endpoints as its plan allows. Retired and archived ones do not count.
   * Archive an endpoint that is no longer needed, change an existing one instead, or upgrade the plan.
   */
  endpoint_limit: object
  /**
   * 422: A webhook address must be https, without a user name, password or fragment, and must point to the public
   * internet, so that the service cannot be made to call internal systems. Register a public https address of the
   * receiver. The operator of a deployment may allow receivers in a private network with WEBHOOK_ALLOW_CIDRS.
   */
  invalid_url: object
  /**
   * 503: This deployment has no webhook signing key, so it can neither create nor use signing secrets. Have the
   * operator set WEBHOOK_SIGNING_KEY. Until then, read events with GET /events.
   */
  webhooks_not_configured: object
}
/** Why a field was refused: the `code` of a row of `errors`. */
export type RowCode =
  | 'entity_pair_required'
  | 'exactly_one_of'
  | 'invalid_reference'
  | 'not_allowed'
  | 'required'
  | 'unexpected_field'
  | 'unit_required'
  | 'unknown_event_type'
  | 'unknown_field'
