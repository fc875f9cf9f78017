/** A look while it is changed, beside what it makes of an email. */
import { Checkbox, ColorField, Field, FormDialog, Input, Select, Switch, toast, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { FONTS, type Look } from '../../contract.ts'
import { Sample } from './Sample.tsx'

const { routes } = contract
const COLOURS = ['background', 'card', 'text', 'accent', 'accent_text'] as const
const MAX_RADIUS = 24

interface ThemeDialogProps {
  /** Undefined: a new one. */
  id?: number | undefined
  look: Look
  isDefault: boolean
  onClose: () => void
}
export function ThemeDialog({ id, look: before, isDefault: wasDefault, onClose }: ThemeDialogProps) {
  const t = useT()
  const [look, setLook] = useState<Look>(before)
  const [isDefault, setDefault] = useState(wasDefault)
  const set = (change: Partial<Look>) => setLook((now) => ({ ...now, ...change }))
  const write = useWrite(routes.saveTheme, {
    invalidates: [routes.themes, routes.preview],
    onSuccess: () => {
      toast.success(t('look.saved'))
      onClose()
    },
  })
  const errors = useFieldErrors(write.error)
  return (
    <FormDialog
      title={t(id === undefined ? 'look.new' : 'look.edit')}
      width={860}
      onClose={onClose}
      onSubmit={() => write.mutateAsync({ body: { ...(id !== undefined && { id }), theme: look, is_default: isDefault } }).catch(() => {})}
      error={write.error}
      action={t('look.save')}
      pending={write.isPending}
      disabled={look.name.trim() === ''}
    >
      <div className="grid gap-5 desk:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid content-start gap-4">
          <Field label={t('field.look_name')} error={errors['theme.name']}>
            <Input value={look.name} maxLength={60} onChange={(event) => set({ name: event.target.value })} />
          </Field>
          <div className="grid grid-cols-2 gap-4">
            {COLOURS.map((key) => (
              <Field key={key} label={t(`look.color_${key}`)} error={errors[`theme.${key}`]}>
                <ColorField value={look[key]} onChange={(colour) => set({ ...look, [key]: colour })} />
              </Field>
            ))}
            <Field label={t('look.font')}>
              <Select
                value={look.font}
                onChange={(event) => set({ font: event.target.value as Look['font'] })}
                options={FONTS.map((font) => ({ value: font, label: t(`look.font_${font}`) }))}
              />
            </Field>
          </div>
          <Field label={t('look.radius', { pixels: look.radius })}>
            <input
              type="range"
              min={0}
              max={MAX_RADIUS}
              value={look.radius}
              aria-label={t('look.radius', { pixels: look.radius })}
              onChange={(event) => set({ radius: Number(event.target.value) })}
              className="w-full accent-brand"
            />
          </Field>
          <Switch label={t('look.logo')} checked={look.is_logo_shown} onChange={(is_logo_shown) => set({ is_logo_shown })} />
          <Checkbox label={t('look.default')} checked={isDefault} onChange={setDefault} />
        </div>
        <Sample look={look} className="desk:sticky desk:top-0" />
      </div>
    </FormDialog>
  )
}
