/** Another look for one page. */
import { Field, FormDialog, Select, toast, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type PageRow } from '../../../contract.ts'

const { routes } = contract

export function ThemeDialog({ page, onClose }: { page: PageRow; onClose: () => void }) {
  const t = useT()
  const [chosen, setChosen] = useState(page.theme_id === null ? '' : String(page.theme_id))
  const themes = useRead(routes.themes, { query: { per_page: 100 } })
  const change = useWrite(routes.changeTheme, {
    invalidates: [contract],
    onSuccess: () => {
      toast.success(t('pages.theme_changed'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('pages.theme')}
      action={t('pages.theme_action')}
      pending={change.isPending}
      error={change.error ?? themes.error}
      onClose={onClose}
      onSubmit={() => change.mutateAsync({ params: { pageId: page.id }, body: { theme_id: chosen ? Number(chosen) : null } })}
    >
      <Field label={t('pages.theme_of', { name: page.name })}>
        <Select
          value={chosen}
          options={[
            { value: '', label: t('theme_tab.standard') },
            ...(themes.data?.records ?? []).map((theme) => ({ value: String(theme.id), label: theme.name })),
          ]}
          onChange={(event) => setChosen(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
