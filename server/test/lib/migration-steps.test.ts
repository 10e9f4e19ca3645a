/** How a migration is cut into steps, and which locks it takes in which order. */
import { expect, test } from 'vitest'
import { readMigrations } from '../../src/db/migrate.ts'
import { checksumOf, inLockOrder, locksOf, stepsOf } from '../../src/db/migration-steps.ts'

const only = (text: string) => ({ text, isConcurrent: false })

test('a text without marks is one step; comments in front of the first mark are none', () => {
  expect(stepsOf('-- Why.\ncreate table a (id int);\n')).toEqual([only('-- Why.\ncreate table a (id int);\n')])
  const steps = stepsOf('-- Why.\n\n-- step\nselect 1;\n-- step concurrently\ncreate index concurrently x on a (id);\n')
  expect(steps.map(({ text, isConcurrent }) => [text.trim(), isConcurrent])).toEqual([
    ['select 1;', false],
    ['create index concurrently x on a (id);', true],
  ])
  expect(stepsOf('-- steps are not marked by this\nselect 1')).toHaveLength(1)
})

test('locks are those of the statements, each table once by its strongest, stored answers and books first', () => {
  const text = `
    -- alter table comments add column no int;
    create table fresh (id uuid references books (id));
    create index fresh_by_id on fresh (id);
    create unique index events_by_id on events (book_id, id);
    update events e set id = id;
    alter table stored_answers add column is_sealed boolean;
    insert into accounts select 'alter table words';
    create function f() returns void language sql as $$ delete from bodies $$;
    create trigger t before insert on partners for each row execute function f();`
  expect(inLockOrder(locksOf(only(text))).map(({ name, mode }) => `${name}: ${mode}`)).toEqual([
    'stored_answers: access exclusive',
    'books: share row exclusive',
    'accounts: row exclusive',
    'events: share',
    'partners: share row exclusive',
  ])
})

test('every migration has a step, and those that run concurrently hold one statement that is safe to repeat', async () => {
  for (const { name, text } of await readMigrations()) {
    const steps = stepsOf(text)
    expect(steps.length, name).toBeGreaterThan(0)
    for (const step of steps.filter(({ isConcurrent }) => isConcurrent)) {
      expect(step.text.trim(), name).toMatch(/^[^;]*index concurrently if (not )?exists[^;]*;$/)
    }
    expect(checksumOf(text.replaceAll('\n', '\r\n'))).toBe(checksumOf(text))
  }
})
