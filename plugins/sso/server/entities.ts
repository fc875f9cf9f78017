/** The table of single sign-on as the ORM knows it; the migration is its truth in SQL. */
import type { AttemptResult } from '@atrium/sdk/kernel/auth'
import { p, table } from '@atrium/sdk/server'

export const AttemptTable = table(
  'sso.attempt',
  {
    provider: p.text(),
    result: p.text().$type<AttemptResult>(),
    problem: p.text().nullable(),
    subject: p.text().nullable(),
    email: p.text().nullable(),
    emailVerified: p.boolean().nullable(),
    name: p.text().nullable(),
  },
  { stays: 'traces of sign-ins at one installation' },
)
