/** Owners who can't sign in: the link that the machine gives, and the first password until somebody has seen it. */
import { expect } from 'chai'
import pg from 'pg'
import contract from '@atrium/sdk/kernel/auth'
import { firstSignIn } from '../../launch/first-run.ts'
import { StartError } from '../../kernel/data/index.ts'
import { makeOwner, platformOwners, recoveryLink } from '../../kernel/operator/recover.ts'
import { type House, openHouse, PASSWORD } from './rooms.ts'

const { routes } = contract
const OWNER = 'owner@example.com'

describe('the way back in', () => {
  let house: House
  let client: pg.Client
  before(async () => {
    house = await openHouse()
    client = new pg.Client({ connectionString: house.config.databaseUrl })
    await client.connect()
  })
  after(async () => {
    await client.end()
    await house.close()
  })
  const signIn = (password: string) => house.codeOf(house.call(house.browser(), routes.signIn, { body: { email: OWNER, password } }))

  it('prints the first password until somebody has signed in with it, and no other', async () => {
    const root = { cradle: { data: house.data, accounts: house.accounts } } as never
    const remember = (password: string) => house.sql('update kernel.installation set first_password = $1', [house.accounts.seals.seal(password)])
    expect(await firstSignIn(root), 'a password that was given').to.equal(null)
    await remember(PASSWORD)
    for (const _ of [1, 2]) expect(await firstSignIn(root)).to.equal(`Sign in as ${OWNER} with the password ${PASSWORD}`)
    await remember('Another-1')
    expect(await firstSignIn(root), 'one that was changed').to.equal(null)
    await remember(PASSWORD)
    expect(await signIn(PASSWORD)).to.equal('ok')
    expect(await firstSignIn(root)).to.equal(null)
    expect(await house.sql('select from kernel.installation where first_password is not null')).to.deep.equal([])
  })

  it('is a link that sets a new password once, for 15 minutes, and stands in the audit log', async () => {
    expect(await platformOwners(client)).to.deep.equal([OWNER])
    const place = { baseUrl: 'https://atrium.example', port: 3000 }
    const strange = await recoveryLink(client, 'nobody@example.com', place).catch((error) => error)
    expect(strange).to.be.instanceOf(StartError)
    expect(strange.message).to.include('There is no account with the address nobody@example.com')

    const link = new URL(await recoveryLink(client, 'Owner@Example.com', place))
    expect(link.origin + link.pathname).to.equal('https://atrium.example/user/password')
    const [{ left }] = await house.sql(`select extract(epoch from expires_at - now())::int as left from kernel.one_time_token where purpose = 'reset'`)
    expect(left).to.be.within(14 * 60, 15 * 60)
    const token = link.searchParams.get('reset_password_token')
    const set = (password: string) => house.codeOf(house.call(house.browser(), routes.setPassword, { body: { token, password } }))
    expect(await set('Recovered-1')).to.equal('ok')
    expect(await set('Recovered-2'), 'a second time').to.equal('token_invalid')
    expect([await signIn(PASSWORD), await signIn('Recovered-1')]).to.deep.equal(['invalid_credentials', 'ok'])
    const entries = await house.sql(`select action, subject, data from kernel.audit where action = 'account.recovery_link'`)
    expect(entries).to.deep.equal([{ action: 'account.recovery_link', subject: `account:${house.ownerId}`, data: { name: OWNER } }])
  })

  it('makes a second owner of the platform, so that the first may go', async () => {
    const { email } = await house.member()
    expect(await makeOwner(client, email).catch((error) => error), 'anybody may have signed up with it').to.be.instanceOf(StartError)
    await house.sql('update kernel.account set email_confirmed_at = now() where email = $1', [email])
    const refused = await makeOwner(client, 'nobody@example.com').catch((error) => error)
    expect(refused).to.be.instanceOf(StartError)
    await makeOwner(client, email.toUpperCase())
    expect(await platformOwners(client)).to.deep.equal([OWNER, email])
    const entries = await house.sql(`select data from kernel.audit where action = 'platform.owner_added'`)
    expect(entries).to.deep.equal([{ data: { name: email } }])
  })
})
