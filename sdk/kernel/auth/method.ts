/** What a plugin brings that lets people sign in at somebody else's: where they go, and who they have shown to be when they are back. */
import type { Ctx } from '../../server/ctx.ts'

/** A button of the sign-in page. */
export interface SignInOffer {
  /** Stands in the address, `/users/auth/{key}`: small letters, digits and hyphens. Where two plugins offer one, the first has it. */
  key: string
  /** The name of the provider, as in "Sign in with {label}". */
  label: string
  /** Who vouches for people there; who is linked to it is not asked to link it again. */
  issuer: string
}

/** Where a journey stands when it comes back, and what it needs to be checked. */
export interface Journey {
  key: string
  /** Exactly the address that the provider was given. */
  redirectUri: string
  /** Made by the house, bound to this browser, and compared by the house before `finish` is called. */
  state: string
}

/** What a provider says of somebody who was there. */
export interface Assertion {
  /** The provider's own lasting name, an address. */
  issuer: string
  /** The person's lasting id at that provider. Who they are goes by issuer and subject, never by the e-mail address. */
  subject: string
  email: string | null
  /** Has the provider itself proven that the address is theirs? */
  emailVerified: boolean
  name: string | null
}

/** What became of one journey. */
export const ATTEMPT_RESULTS = [
  'signed_in',
  'second_factor',
  'linked',
  // the account with this address must link the provider itself, or its address is not proven
  'confirm',
  // linked to another account already
  'taken',
  // nobody signs up here
  'closed',
  'consent',
  'failed',
] as const
export type AttemptResult = (typeof ATTEMPT_RESULTS)[number]
export interface Attempt {
  key: string
  result: AttemptResult
  /** What went wrong, in the words of whoever noticed; for admins. */
  problem: string | null
  /** Null when they never came as far. */
  said: Assertion | null
}

/**
 * A way to sign in, for the point `auth.method`. The plugin only tells who somebody is at a provider. All that follows is the house's: linking,
 * the second factor, sessions, the rules of sign-up. A provider's word links nobody to an account that exists; its owner does that, signed in.
 * What a community's own provider lets in is held in that community; only those of the platform's first community open the others too.
 *
 * Each function is called with a visitor's `ctx` of the community that the journey is for: reads, and no transaction open, so `ctx.fetch` works.
 */
export interface SignInMethod {
  /** Asked with the sign-in page: answer from settings or a cache. */
  offers(ctx: Ctx): Promise<readonly SignInOffer[]>
  /** @returns where the browser goes, and what `finish` needs (kept on the server for 15 minutes). @throws Error when the provider does not answer */
  begin(ctx: Ctx, journey: Journey): Promise<{ url: string; kept: Record<string, string> }>
  /**
   * @param back what the provider put into the address, and what `begin` kept
   * @throws Error when anything does not fit, or the person refused: nobody is signed in
   */
  finish(ctx: Ctx, journey: Journey, back: { query: Record<string, string>; kept: Record<string, string> }): Promise<Assertion>
  /** Told what became of it, in a write of its own. */
  ended?(ctx: Ctx, attempt: Attempt): Promise<void>
}
