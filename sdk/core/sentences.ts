/** What people read before its language is known: an English sentence with gaps, and the values that go into them. */

/** The name of a plugin, said in the reader's language where the plugin has words for it (`plugin.title`). */
export interface PluginName {
  readonly plugin: string
  readonly title: string
}
/** A plugin's name as a value of a sentence, from its manifest. */
export const nameOf = ({ id, title }: { id: string; title: string }): PluginName => ({ plugin: id, title })
/** Numbers are written as the reader's language writes them; lists are joined by commas. */
export type SentenceValue = string | number | PluginName | readonly PluginName[]
export type SentenceValues = Readonly<Record<string, SentenceValue>>

type Gaps<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}` ? Name | Gaps<Rest> : never

/**
 * A sentence and its values. The catalogue of each language (`locales/refusals.<locale>.json`) translates the English template, and the values are
 * put in once, after that. As a string, and as JSON, it is English.
 */
export class Sentence {
  readonly template: string
  readonly values: SentenceValues

  constructor(template: string, values: SentenceValues) {
    this.template = template
    this.values = values
  }
  /** With its values, in `locale`: `template` is the translation, `titleOf` gives the names of plugins there. */
  render(template: string, locale: string, titleOf: (name: PluginName) => string): string {
    return template.replace(/\{(\w+)\}/g, (gap, name: string) => {
      const value = Object.hasOwn(this.values, name) ? this.values[name]! : gap
      if (typeof value === 'string') return value
      if (typeof value === 'object') return 'plugin' in value ? titleOf(value) : value.map(titleOf).join(', ')
      return value.toLocaleString(locale)
    })
  }
  toString(): string {
    return this.render(this.template, 'en-US', ({ title }) => title)
  }
  toJSON(): string {
    return this.toString()
  }
}

/**
 * A sentence with values: `sentence('You can add up to {max} polls.', { max: 5 })`. Each gap has its value, or it does not compile.
 * Sentences without values are plain strings.
 */
export const sentence = <const Template extends string>(template: Template, values: Record<Gaps<Template>, SentenceValue>): Sentence =>
  new Sentence(template, values)
