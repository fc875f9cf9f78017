/** A font that is uploaded, or one whose name, weight or style is put right. */
import { Checkbox, Field, FilePicker, FormDialog, Icon, Input, Segment, Select, toast, uploadFile, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type CustomFont, FONT_WEIGHTS, MAX_FONT_BYTES } from '../../../contract.ts'

const { routes } = contract
const KINDS = '.woff2,.woff,.ttf,.otf,font/woff2,font/woff,font/ttf,font/otf'
const MEGABYTE = 1_000_000
const STYLES = ['normal', 'italic'] as const
type Weight = (typeof FONT_WEIGHTS)[number]

/** The first that fits counts: a name with “bold” in it may mean another weight. */
const NAMES: readonly (readonly [RegExp, Weight])[] = [
  [/extra-?light|ultra-?light/i, 200],
  [/semi-?bold|demi-?bold/i, 600],
  [/extra-?bold|ultra-?bold/i, 800],
  [/thin/i, 100],
  [/light/i, 300],
  [/medium/i, 500],
  [/black|heavy/i, 900],
  [/bold/i, 700],
]
/** `Inter-SemiBold.woff2` → family, weight and style as its name has them. */
function readName(filename: string): { family: string; weight: Weight; style: 'normal' | 'italic' } {
  const name = filename.replace(/\.[a-z0-9]+$/i, '')
  const named = NAMES.find(([words]) => words.test(name))
  return {
    family: name
      .split(/[-_.]/)[0]!
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .slice(0, 60),
    weight: named ? named[1] : 400,
    style: /italic|oblique/i.test(name) ? 'italic' : 'normal',
  }
}
interface FontDialogProps {
  /** Null: a new one. */
  font: CustomFont | null
  onClose: () => void
}
export function FontDialog({ font, onClose }: FontDialogProps) {
  const t = useT()
  const [family, setFamily] = useState(font?.family ?? '')
  const [weight, setWeight] = useState<Weight>((font?.weight as Weight) ?? 400)
  const [style, setStyle] = useState<'normal' | 'italic'>(font?.style ?? 'normal')
  const [file, setFile] = useState<{ name: string; signedId: string } | null>(null)
  const [fileProblem, setFileProblem] = useState<string>()
  const [progress, setProgress] = useState<number>()
  const [isLicensed, setLicensed] = useState(false)
  const options = {
    invalidates: [routes.fonts, routes.themes],
    onSuccess: () => {
      toast.success(t(font ? 'font.saved' : 'font.added'))
      onClose()
    },
  }
  const create = useWrite(routes.createFont, options)
  const update = useWrite(routes.updateFont, options)
  const write = font ? update : create
  const errors = useFieldErrors(write.error)
  const fields = { family: family.trim(), weight, style }
  async function send(chosen: File) {
    setFileProblem(undefined)
    if (chosen.size > MAX_FONT_BYTES) return setFileProblem(t('font.too_large', { megabytes: MAX_FONT_BYTES / MEGABYTE }))
    setProgress(0)
    try {
      const { signed_id } = await uploadFile(chosen, { onProgress: setProgress })
      setFile({ name: chosen.name, signedId: signed_id })
      if (family === '') {
        const read = readName(chosen.name)
        setFamily(read.family)
        setWeight(read.weight)
        setStyle(read.style)
      }
    } catch (thrown) {
      setFileProblem((thrown as Error).message)
    } finally {
      setProgress(undefined)
    }
  }
  const submit = () =>
    font
      ? update.mutateAsync({ params: { id: font.id }, body: { custom_font: fields } })
      : create.mutateAsync({ body: { custom_font: { ...fields, file: file!.signedId, is_licensed: true } } })
  return (
    <FormDialog
      title={t(font ? 'font.edit' : 'font.upload')}
      width={520}
      onClose={onClose}
      onSubmit={() => submit().catch(() => {})}
      error={write.error}
      action={t(font ? 'font.save' : 'font.add')}
      pending={write.isPending}
      disabled={fields.family === '' || (!font && (!file || !isLicensed))}
    >
      {!font && (
        <Field label={t('font.file')} error={fileProblem ?? errors['custom_font.file']}>
          <div className="grid gap-2">
            {file && (
              <p className="flex items-center gap-2 text-13">
                <Icon name="file" size="sm" className="text-text-3" />
                <span className="min-w-0 flex-1 truncate">{file.name}</span>
              </p>
            )}
            <FilePicker
              accept={KINDS}
              onFile={(chosen) => void send(chosen)}
              progress={progress}
              label={t(file ? 'font.file_replace' : 'font.file_choose')}
              text={t('font.file_help', { megabytes: MAX_FONT_BYTES / MEGABYTE })}
            />
          </div>
        </Field>
      )}
      <Field label={t('font.family')} error={errors['custom_font.family']}>
        <Input value={family} maxLength={60} placeholder="Inter" onChange={(event) => setFamily(event.target.value)} />
      </Field>
      <div className="grid gap-4 desk:grid-cols-2">
        <Field label={t('font.weight')} error={errors['custom_font.weight']}>
          <Select
            value={String(weight)}
            onChange={(event) => setWeight(Number(event.target.value) as Weight)}
            options={FONT_WEIGHTS.map((value) => ({ value: String(value), label: t(`font.weight_${value}`) }))}
          />
        </Field>
        <Field label={t('font.style')} error={errors['custom_font.style']}>
          <Segment label={t('font.style')} value={style} onChange={setStyle} items={STYLES.map((value) => ({ value, label: t(`font.${value}`) }))} />
        </Field>
      </div>
      {!font && <Checkbox label={t('font.licensed')} checked={isLicensed} onChange={setLicensed} />}
    </FormDialog>
  )
}
