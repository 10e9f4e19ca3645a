/** What every seeded record needs beside its row: its reference in the register, and the event of its creation. */

const instant = column => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * The reference of a seeded record is its number, so that the events follow the order of creation.
 * `from` names the table under the alias r; `fields` are those of the record's view that kinds do not share.
 */
export const recordStatements = ({ object, table, from = `${table} r`, fields }) => ({
  insertReferences: `
    insert into external_refs (book_id, family, system, ref_id, object, object_id)
    select book_id, '${object}', external_system, external_id, '${object}', id
      from ${table}
     where book_id = $1 and external_system = 'seed'`,
  insertEvents: `
    insert into events (book_id, sequence, id, type, api_version, actor_type, actor_id, request_id,
                        object, object_id, data, created_at)
    select r.book_id, b.last_sequence + r.external_id::int, uuidv7(r.created_at - clock_timestamp()),
           '${object}.created', $2, 'system', null, uuidv7(r.created_at - clock_timestamp()), '${object}', r.id,
           json_build_object('object', json_build_object(
             'object', '${object}', 'id', r.id, ${fields},
             'external_ref', json_build_object('system', r.external_system, 'id', r.external_id),
             'is_active', r.is_active, 'livemode', b.is_live,
             'created_at', ${instant('r.created_at')}, 'updated_at', ${instant('r.updated_at')}),
             'changes', null, 'created', null),
           r.created_at
      from ${from}
      join books b on b.id = r.book_id
     where r.book_id = $1 and r.external_system = 'seed'
     order by r.external_id::int`,
  updateBook: `
    update books
       set last_sequence = last_sequence + $2,
           last_write_at = (select max(created_at) from events where book_id = $1)
     where id = $1`,
})
