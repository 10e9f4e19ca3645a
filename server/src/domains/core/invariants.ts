/** What always holds of partners, in SQL. Each statement must return no row. */
import { sql } from '../../db/sql.ts'
import type { Invariant } from '../../kernel/verify.ts'

export const coreInvariants: readonly Invariant[] = [
  {
    id: 'partners.known_by_country_and_number',
    meaning: "A partner's identity is that of its business id in its country, or in the account's where it has none.",
    broken: sql`
      select p.book_id, p.id, p.ico, p.ico_key
        from partners p
        join books b on b.id = p.book_id
        join tenants t on t.id = b.tenant_id
        left join countries c on c.id = p.country_id
       where p.ico_key is distinct from business_id_key(coalesce(c.code, t.country_code), p.ico)`,
  },
]
