/** What links of pages and frames on other sites lead to, chosen by its name. */
import { z } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'

/** Things of one kind. */
export interface SiteTargets {
  /** `event`, `form`: its name is the word `targets.<kind>` of its plugin. */
  kind: string
  /** By a search in their names, for those who build pages; `limit` at most. `about`: a few words that tell those of one name apart; `isLive`: default yes. */
  find(ctx: Ctx, search: string, limit: number): Promise<{ name: string; path: string; about?: string; isLive?: boolean }[]>
}
export const SiteTarget = z.object({
  kind: z.string(),
  /** What the kind is called. */
  title: z.string(),
  name: z.string(),
  path: z.string(),
  about: z.string().nullable(),
  /** Others than admins find it there by now. */
  is_live: z.boolean(),
})
export type SiteTarget = z.output<typeof SiteTarget>
