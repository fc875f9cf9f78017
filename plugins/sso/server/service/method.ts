/** The community's providers as methods of signing in: what the kernel calls at the point `auth.method`. */
import { emailOf, notFound } from '@atrium/sdk'
import type { Attempt, SignInMethod } from '@atrium/sdk/kernel/auth'
import { type Ctx, visibleLine } from '@atrium/sdk/server'
import sso, { type StoredProvider } from '../../contract.ts'
import { AttemptTable } from '../entities.ts'
import { begin, finish } from '../providers/oidc.ts'

/** Letters kept of a text that somebody else made. */
const LONGEST = 500
const short = (text: string) => visibleLine(text, LONGEST)

/** @throws AtriumError 404 */
export function providerOf(ctx: Ctx, key: string): StoredProvider {
  const found = ctx.settings(sso).providers.find((provider) => provider.key === key)
  if (!found) throw notFound('Sign-in provider')
  return found
}

async function note(ctx: Ctx, { key, result, problem, said }: Attempt): Promise<void> {
  const person = said && {
    subject: short(said.subject),
    email: said.email && (emailOf(said.email)?.toLowerCase() ?? short(said.email)),
    emailVerified: said.emailVerified,
    name: said.name && short(said.name),
  }
  ctx.em.create(AttemptTable, { provider: key, result, problem: problem && short(problem), ...person })
}

export const method: SignInMethod = {
  offers: async (ctx) => ctx.settings(sso).providers.flatMap(({ enabled, key, label, issuer }) => (enabled ? [{ key, label, issuer }] : [])),
  begin: (ctx, journey) => begin(ctx, providerOf(ctx, journey.key), journey),
  finish: (ctx, journey, back) => finish(ctx, providerOf(ctx, journey.key), journey, back),
  ended: note,
}
