/** What is handed out for a registration (a frame's token, credentials) serves as long as its member may open the package. */
import { actingAs, type Ctx, type PluginHost } from '@atrium/sdk/server'
import { LRUCache } from 'lru-cache'
import { RegistrationTable } from '../entities.ts'
import { findPackage } from './packages.ts'

/** Milliseconds that an answer stands: a package asks for its files by the dozen. */
const KEPT_MS = 1_000
const kept = new LRUCache<string, Promise<boolean>>({ max: 10_000, ttl: KEPT_MS })

let host: PluginHost | undefined
export const hostPackages = async (given: PluginHost): Promise<void> => {
  host = given
  kept.clear()
}

/** Asked with the member's rights of this moment, beside the request, which acts for nobody but who made it. */
export function holds(ctx: Ctx, registrationId: number): Promise<boolean> {
  const key = `${ctx.community.id} ${registrationId}`
  const known = kept.get(key)
  if (known) return known
  const answer = ask(ctx.community.id, registrationId)
  kept.set(key, answer)
  answer.catch(() => kept.delete(key))
  return answer
}

const ask = async (communityId: number, id: number): Promise<boolean> =>
  (await host?.run(communityId, async (beside) => {
    const registration = await beside.em.findOne(RegistrationTable, { id }, { fields: ['memberId', 'packageId'], disableIdentityMap: true })
    const learner = registration && (await actingAs(beside, registration.memberId))
    return learner !== null && (await findPackage(learner, { id: registration!.packageId })) !== null
  })) ?? false
