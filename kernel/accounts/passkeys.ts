/** Passkeys: registered by whoever is signed in, and enough to sign in, as the device has checked its owner. */
import { AtriumError, notFound, type RouteReturns, sentence } from '@atrium/sdk'
import type contract from '@atrium/sdk/kernel/auth'
import { isUniqueViolation } from '@atrium/sdk/server'
import type { Data } from '../data/index.ts'
import type { At, Emails } from './emails.ts'
import type { Enter, Entered } from './entry.ts'
import type { Client } from './sessions.ts'
import type { Steps } from './steps.ts'
import type { Ways } from './ways.ts'

/** Loaded when first used: the package takes megabytes of memory that most processes never need. */
const webauthn = () => import('@simplewebauthn/server')

/** Where the browser is: its origin, and the host name that passkeys are bound to. */
export interface Place {
  origin: string
  rpId: string
}
type PasskeyRow = RouteReturns<typeof contract.routes.createPasskey>
interface Expected {
  challenge: string
  place: Place
}
const expected = ({ challenge, place }: Expected) => ({ expectedChallenge: challenge, expectedOrigin: place.origin, expectedRPID: place.rpId })

const COLUMNS = 'id, name, created_at, last_used_at'
const OWN = 'kernel.passkey where account_id = $1'
const MOST = 20
/** EdDSA, ES256, RS256. */
const supportedAlgorithmIDs = [-8, -7, -257]
const invalid = (status: number) =>
  new AtriumError(status, 'passkey_invalid', status === 401 ? 'This passkey isn’t linked to an account here.' : 'Couldn’t verify the passkey. Try again.')

interface Dependencies {
  data: Data
  steps: Steps
  emails: Emails
  ways: Ways
  enter: Enter
}

export function createPasskeys({ data, steps, emails, ways, enter }: Dependencies) {
  return {
    async list(accountId: number): Promise<PasskeyRow[]> {
      return (await data.system.query<PasskeyRow>(`select ${COLUMNS} from ${OWN} order by id`, [accountId])).rows
    },
    /** @returns what the browser hands to its authenticator, and the token of the step */
    async registerOptions(account: { id: number; email: string; name: string }, place: Place, siteName: string) {
      const { rows } = await data.system.query<{ id: string; transports: string[] }>(`select credential_id as id, transports from ${OWN}`, [account.id])
      if (rows.length >= MOST) throw new AtriumError(422, 'too_many_passkeys', sentence('You can have up to {max} passkeys. Remove one first.', { max: MOST }))
      const options = await (await webauthn()).generateRegistrationOptions({
        rpName: siteName,
        rpID: place.rpId,
        userName: account.email,
        userDisplayName: account.name,
        userID: new TextEncoder().encode(String(account.id)),
        attestationType: 'none',
        supportedAlgorithmIDs,
        excludeCredentials: rows,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { options, step: await steps.begin(data.system, 'passkey_register', account.id, { challenge: options.challenge, place } satisfies Expected) }
    },
    /** @throws AtriumError 422 */
    async register(at: At, accountId: number, token: string | null, input: { name: string; credential: unknown }): Promise<PasskeyRow> {
      const step = await steps.take<Expected>(data.system, 'passkey_register', token)
      if (step?.accountId !== accountId) throw invalid(422)
      const given = { response: input.credential as never, supportedAlgorithmIDs }
      const answer = await (await webauthn()).verifyRegistrationResponse({ ...expected(step.data), ...given }).catch(() => null)
      if (!answer?.verified) throw invalid(422)
      const { id, publicKey, counter, transports = [] } = answer.registrationInfo.credential
      const row = await data.systemTx(async (client) => {
        const { rows } = await client
          .query<PasskeyRow>(
            `insert into kernel.passkey (account_id, credential_id, public_key, counter, transports, name) values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
            [accountId, id, Buffer.from(publicKey), counter, transports, input.name],
          )
          .catch((error) => {
            throw isUniqueViolation(error) ? invalid(422) : error
          })
        await emails.tell(client, at, accountId, 'passkey_added')
        return rows[0]!
      })
      return row
    },
    /** @throws AtriumError 404 */
    async rename(accountId: number, id: number, name: string): Promise<PasskeyRow> {
      const text = `update kernel.passkey set name = $3 where account_id = $1 and id = $2 returning ${COLUMNS}`
      const { rows } = await data.system.query<PasskeyRow>(text, [accountId, id, name])
      if (!rows[0]) throw notFound('Passkey')
      return rows[0]
    },
    /** @throws AtriumError 404 */
    async remove(accountId: number, id: number): Promise<void> {
      const { rowCount } = await data.system.query(`delete from ${OWN} and id = $2`, [accountId, id])
      if (!rowCount) throw notFound('Passkey')
    },

    /** The browser finds the account by itself, so the answer tells nothing about any. */
    async signInOptions(place: Place) {
      const options = await (await webauthn()).generateAuthenticationOptions({ rpID: place.rpId, userVerification: 'required' })
      return { options, step: await steps.begin(data.system, 'passkey_sign_in', null, { challenge: options.challenge, place } satisfies Expected) }
    },
    /** @throws AtriumError 401 */
    async signIn(communityId: number, token: string | null, input: { credential: { id: string }; remember: boolean }, from: Client): Promise<Entered> {
      const step = await steps.take<Expected>(data.system, 'passkey_sign_in', token)
      const { rows } = await data.system.query<{ id: number; account_id: number; public_key: Buffer; counter: number; transports: string[] }>(
        'select id, account_id, public_key, counter, transports from kernel.passkey where credential_id = $1',
        [input.credential.id],
      )
      const passkey = rows[0]
      if (!step || !passkey) throw invalid(401)
      const credential = { ...passkey, id: input.credential.id, publicKey: new Uint8Array(passkey.public_key) }
      const answer = await (await webauthn())
        .verifyAuthenticationResponse({ ...expected(step.data), response: input.credential as never, credential })
        .catch(() => null)
      if (!answer?.verified) throw invalid(401)
      return data.systemTx(async (client) => {
        await client.query('update kernel.passkey set counter = $2, last_used_at = now() where id = $1', [passkey.id, answer.authenticationInfo.newCounter])
        await ways.keep(client, passkey.account_id)
        return enter(client, { accountId: passkey.account_id, communityId, remember: input.remember, from, strong: true })
      })
    },
  }
}
