/** A new look: its name, and the built-in theme whose colours it begins with. */
import { Field, FormDialog, Input, Select, toast, translate, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { BUILT_IN_THEMES } from '@atrium/sdk/theme'
import { useState } from 'react'
import contract, { type SiteTheme } from '../../../contract.ts'

const { routes } = contract

interface NewThemeDialogProps {
  onClose: () => void
  onMade: (theme: SiteTheme) => void
}
export function NewThemeDialog({ onClose, onMade }: NewThemeDialogProps) {
  const t = useT()
  const [name, setName] = useState('')
  const [base, setBase] = useState<(typeof BUILT_IN_THEMES)[number]>('default')
  const create = useWrite(routes.createCustomTheme, {
    invalidates: [routes.themes],
    onSuccess: (theme) => {
      toast.success(t('theme.created'))
      onMade(theme)
    },
  })
  const errors = useFieldErrors(create.error)
  return (
    <FormDialog
      title={t('theme.new')}
      width={440}
      onClose={onClose}
      onSubmit={() => create.mutateAsync({ body: { theme: { name: name.trim(), base } } }).catch(() => {})}
      error={create.error}
      action={t('theme.create')}
      pending={create.isPending}
      disabled={name.trim() === ''}
    >
      <Field label={t('theme.name')} error={errors['theme.name']}>
        <Input value={name} maxLength={60} autoFocus placeholder={t('theme.name_example')} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('theme.base')} help={t('theme.base_help')} error={errors['theme.base']}>
        <Select
          value={base}
          onChange={(event) => setBase(event.target.value as typeof base)}
          options={BUILT_IN_THEMES.map((value) => ({ value, label: translate('shell', `theme.name.${value}`) }))}
        />
      </Field>
    </FormDialog>
  )
}
