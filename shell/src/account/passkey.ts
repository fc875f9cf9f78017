/** The browser's side of passkeys; a chunk of its own, fetched at the press that needs it. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'

/** What went wrong, as a key for words; null for what the server said. */
export function passkeyProblem(error: unknown): string | null {
  const name = error instanceof WebAuthnError && error.cause instanceof Error ? error.cause.name : error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'passkeys.known'
  if (name === 'NotAllowedError' || name === 'AbortError') return 'passkeys.cancelled'
  return name === 'AtriumError' ? null : 'passkeys.unsupported'
}
export const register = (options: unknown) => startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
export const authenticate = (options: unknown) => startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
