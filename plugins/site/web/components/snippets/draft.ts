/** What the screen of code snippets edits before it is saved. */
import type { RouteReply } from '@atrium/sdk/web'
import type contract from '../../../contract.ts'
import type { Snippet } from '../../../contract.ts'

export type CodeSettings = RouteReply<(typeof contract)['routes']['snippets']>
export type SnippetsDraft = Omit<CodeSettings, 'version'>

export const draftOf = ({ snippets, banner_text, privacy_link }: CodeSettings): SnippetsDraft => ({ snippets, banner_text, privacy_link })
export const newSnippet = (key: string): Snippet => ({ key, name: '', place: 'head', code: '', consent: 'statistics', is_on: true })
