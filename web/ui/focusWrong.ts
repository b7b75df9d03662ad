/** Takes the person to the first field of the form that is wrong: `wrong` names the fields in their order. */
export function focusWrong(form: HTMLFormElement, wrong: Record<string, string | undefined>): void {
  const first = Object.keys(wrong).find((name) => wrong[name])
  const field = first && form.elements.namedItem(first)
  if (field instanceof HTMLElement) field.focus()
}

/** Takes the person to the field that a refusal names. */
export function focusField(form: HTMLFormElement, field: string | undefined): void {
  if (field) focusWrong(form, { [field]: field })
}
