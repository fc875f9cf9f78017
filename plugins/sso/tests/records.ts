/** Records of single sign-on: a provider at an address that may not be called, and somebody who tried it. */
import { defineRecords, type Target } from '@atrium/sdk/testing'
import contract from '../contract.ts'

const { routes } = contract
const onProvider = ({ provider }: { provider: { key: string } }) => ({ params: { key: provider.key } })

export default defineRecords(contract, {
  async fill({ app, word, mark, side: { admin, communityId } }: Target) {
    const body = { label: `Provider ${mark}`, issuer: 'https://127.0.0.1:1', client_id: word, client_secret: 'a secret' }
    const provider = await app.as(admin).call(routes.save, { body })
    await app.sql(
      `insert into sso.attempt (community_id, provider, result, subject, email, email_verified, name) values ($1, $2, 'confirm', $3, $4, true, $3)`,
      [communityId, provider.key, word, `${mark}@id.example`],
    )
    return { provider }
  },
  inputs: {
    save: ({ provider }) => ({ body: { key: provider.key, client_id: 'changed' } }),
    remove: { input: onProvider, uses: true },
    check: onProvider,
  },
})
