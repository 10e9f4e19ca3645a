/** Copies text. `navigator.clipboard` does not exist on plain http, so there a selection is copied. */
export async function copyText(text: string, field?: HTMLInputElement | null): Promise<void> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text)
    return
  }
  const shown = field ?? hiddenField(text)
  shown.select()
  document.execCommand('copy')
  if (!field) shown.remove()
}

function hiddenField(text: string): HTMLInputElement {
  const field = document.createElement('input')
  field.value = text
  field.className = 'unseen'
  document.body.append(field)
  return field
}
