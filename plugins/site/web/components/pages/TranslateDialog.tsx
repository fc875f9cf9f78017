/** A copy of a page in another language: search engines are told that the two belong together. */
import { Field, FormDialog, Select, useLocale, useNavigate, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type PageRow } from '../../../contract.ts'
import { languageOptions } from './languages.ts'
import { editPath } from './paths.ts'

const { routes } = contract

export function TranslateDialog({ page, onClose }: { page: PageRow; onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const own = page.language ?? useLocale()
  const options = languageOptions().filter(({ value }) => value !== own)
  const [language, setLanguage] = useState(options[0]!.value)
  const copy = useWrite(routes.duplicatePage, { invalidates: [routes.pages], onSuccess: ({ id }) => navigate(editPath(id)) })
  return (
    <FormDialog
      title={t('pages.translate_title', { name: page.name })}
      action={t('pages.translate_action')}
      pending={copy.isPending}
      error={copy.error}
      onClose={onClose}
      onSubmit={() => copy.mutateAsync({ params: { id: page.id }, body: { language } })}
    >
      <Field label={t('pages.language')} help={t('pages.translate_help')}>
        <Select value={language} options={options} onChange={(event) => setLanguage(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
