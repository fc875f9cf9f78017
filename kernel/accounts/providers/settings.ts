/** Which providers a community signs in with: kept by its admins, the secret sealed. */
import { conflict, notFound, slugify } from '@atrium/sdk'
import { isUniqueViolation } from '@atrium/sdk/server'
import type { Data } from '../../data/index.ts'
import type { Seals } from '../secrets.ts'
import type { OidcProvider } from './oidc.ts'

export interface ProviderInput {
  label: string
  issuer: string
  client_id: string
  client_secret?: string | null
  enabled?: boolean
}
export interface ProviderRow {
  id: number
  key: string
  label: string
  issuer: string
  client_id: string
  client_secret: Buffer | null
  enabled: boolean
}
const COLUMNS = 'id, key, label, issuer, client_id, client_secret, enabled'

export function createProviderSettings({ data, seals }: { data: Data; seals: Seals }) {
  const sealed = (secret: string | null | undefined) => (secret ? seals.seal(secret) : null)
  const changed = (communityId: number) => data.signal('community.changed', { id: communityId })
  async function one(communityId: number, where: 'id' | 'key', value: number | string): Promise<ProviderRow> {
    const { rows } = await data.system.query<ProviderRow>(`select ${COLUMNS} from kernel.sign_in_provider where community_id = $1 and ${where} = $2`, [
      communityId,
      value,
    ])
    if (!rows[0]) throw notFound('Sign-in provider')
    return rows[0]
  }
  return {
    /** @throws AtriumError 404 */
    byId: (communityId: number, id: number) => one(communityId, 'id', id),
    byKey: (communityId: number, key: string) => one(communityId, 'key', key),
    open: (row: ProviderRow): OidcProvider => ({
      id: row.id,
      issuer: row.issuer,
      clientId: row.client_id,
      clientSecret: row.client_secret && seals.open(row.client_secret),
    }),
    async list(communityId: number): Promise<ProviderRow[]> {
      return (await data.system.query<ProviderRow>(`select ${COLUMNS} from kernel.sign_in_provider where community_id = $1 order by id`, [communityId])).rows
    },
    /** Its key in addresses is made of the label and stays. @throws AtriumError 409 */
    async create(communityId: number, input: ProviderInput): Promise<ProviderRow> {
      const key =
        slugify(input.label)
          .replace(/[^a-z0-9-]/g, '')
          .replace(/-+/g, '-')
          .replace(/^-|-$/g, '') || 'provider'
      const { rows } = await data.system
        .query<ProviderRow>(
          `insert into kernel.sign_in_provider (community_id, key, label, issuer, client_id, client_secret, enabled) values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`,
          [communityId, key, input.label, input.issuer, input.client_id, sealed(input.client_secret), input.enabled ?? true],
        )
        .catch((error) => {
          throw isUniqueViolation(error) ? conflict('There is a provider of this name already.', 'provider_exists') : error
        })
      await changed(communityId)
      return rows[0]!
    },
    /** A secret that is not named stays. @throws AtriumError 404 */
    async update(communityId: number, id: number, change: Partial<ProviderInput>): Promise<ProviderRow> {
      const { rows } = await data.system.query<ProviderRow>(
        `update kernel.sign_in_provider set label = coalesce($3, label), issuer = coalesce($4, issuer), client_id = coalesce($5, client_id),
           client_secret = case when $6 then $7 else client_secret end, enabled = coalesce($8, enabled) where community_id = $1 and id = $2 returning ${COLUMNS}`,
        [
          communityId,
          id,
          change.label ?? null,
          change.issuer ?? null,
          change.client_id ?? null,
          change.client_secret !== undefined,
          sealed(change.client_secret),
          change.enabled ?? null,
        ],
      )
      if (!rows[0]) throw notFound('Sign-in provider')
      await changed(communityId)
      return rows[0]
    },
    /** Identities that were linked stay with their accounts. @throws AtriumError 404 */
    async remove(communityId: number, id: number): Promise<void> {
      const { rowCount } = await data.system.query('delete from kernel.sign_in_provider where community_id = $1 and id = $2', [communityId, id])
      if (!rowCount) throw notFound('Sign-in provider')
      await changed(communityId)
    },
  }
}
export type ProviderSettings = ReturnType<typeof createProviderSettings>
