/** What the palette asks of the plugin that searches. */
import type { Route } from '@atrium/sdk'
import { type Answered, foreign, type Plain, type Typed } from '../foreign.ts'

export interface SearchResult {
  kind: string
  plugin: string
  icon: string
  id: number
  title: string
  /** In parts; those marked are the words that were looked for. */
  excerpt: { text: string; mark: boolean }[]
  highlighted_title: { text: string; mark: boolean }[]
  path: string
  space: { name: string; emoji: string | null } | null
  updated_at: string
}
export const search = foreign<Answered<{ text: string; per_page: number }, { records: SearchResult[]; is_close: boolean }>>(
  'search',
  'search',
  'GET',
  '/internal_api/search',
)
/** What may stand after an operator. */
export interface SearchSuggestion {
  operator: 'author' | 'in'
  value: string
  label: string
  emoji: string | null
}
export const searchSuggestions = foreign<Answered<{ operator: SearchSuggestion['operator']; text: string }, { records: SearchSuggestion[] }>>(
  'search',
  'suggestions',
  'GET',
  '/internal_api/search/suggestions',
)
export const searchHistory = foreign<Plain<{ recent: { id: number; text: string }[] }>>('search', 'history', 'GET', '/internal_api/search/history')
export const rememberSearch = foreign<Route<{ can: 'account'; body: Typed<{ text: string }>; reply: Typed<{ success: true }> }>>(
  'search',
  'remember',
  'POST',
  '/internal_api/search/history',
)
