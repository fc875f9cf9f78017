/** The room of accounts: who somebody is, and how they prove it. */
import type { Communities, CommunityState } from '../communities/index.ts'
import type { Config } from '../config.ts'
import type { Data } from '../data/index.ts'
import type { Events } from '../events/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Mail } from '../mail/index.ts'
import type { Log } from '../observe/index.ts'
import type { Outside } from '../outside/index.ts'
import { createApiTokens } from './api-tokens.ts'
import { createCredentials, signUpAllowed } from './credentials.ts'
import { createEntry, type Enter } from './entry.ts'
import { createGuard, type Guard } from './guard.ts'
import { createIdentities } from './identities.ts'
import { createLetters, type Letters } from './letters.ts'
import { createMasquerades } from './masquerade.ts'
import { createOtp } from './otp.ts'
import { createPasskeys } from './passkeys.ts'
import { createPeople } from './people.ts'
import { createProviders } from './providers/index.ts'
import { createSecondFactor, type SecondFactor } from './second-factor.ts'
import { createSeals, type Seals } from './secrets.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { signInSettings } from './settings.ts'
import { createSteps, type Steps } from './steps.ts'

export type { Identity } from './identities.ts'
export { requireProof } from './otp.ts'

interface Dependencies {
  config: Pick<Config, 'secret' | 'privateCalls'>
  log: Log
  data: Data
  jobs: Jobs
  mail: Mail
  events: Events
  communities: Communities
  outside: Outside
  clock: () => Date
}
/** What the parts of this room build on; each takes what it works with. */
export interface Parts extends Dependencies {
  seals: Seals
  guard: Guard
  letters: Letters
  sessions: Sessions
  steps: Steps
  secondFactor: SecondFactor
  enter: Enter
}

export function createAccounts(dependencies: Dependencies) {
  const parts = { ...dependencies, seals: createSeals(dependencies.config.secret), guard: createGuard() } as Parts
  parts.sessions = createSessions(parts)
  parts.letters = createLetters(parts)
  parts.steps = createSteps(parts)
  parts.secondFactor = createSecondFactor(parts)
  parts.enter = createEntry(parts)
  return {
    ...createIdentities(parts),
    credentials: createCredentials(parts),
    secondFactor: parts.secondFactor,
    steps: parts.steps,
    enter: parts.enter,
    otp: createOtp(parts),
    passkeys: createPasskeys(parts),
    providers: createProviders(parts),
    sessions: parts.sessions,
    masquerades: createMasquerades(parts),
    people: createPeople(parts),
    tokens: createApiTokens(parts),
    signUpAllowed,
    /** Buttons of the sign-in page. */
    providersOf: (state: CommunityState) => signInSettings(state).providers.flatMap(({ enabled, key, label }) => (enabled ? [{ key, label }] : [])),
  }
}
export type Accounts = ReturnType<typeof createAccounts>
