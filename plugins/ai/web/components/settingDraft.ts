/** What of the settings is edited. */
import type { AiSettings } from '../../contract.ts'

export interface SettingDraft
  extends Pick<AiSettings, 'provider' | 'address' | 'model' | 'embedding_model' | 'monthly_tokens' | 'excluded_kinds' | 'excluded_space_ids' | 'keep_days'> {
  /** A new one; the one that is kept is never told. */
  key: string
}
export const draftOf = ({
  provider,
  address,
  model,
  embedding_model,
  monthly_tokens,
  excluded_kinds,
  excluded_space_ids,
  keep_days,
}: AiSettings): SettingDraft => ({
  ...{ provider, address, model, embedding_model, monthly_tokens, excluded_kinds, excluded_space_ids, keep_days, key: '' },
})
