/** Recipe files as brewing programs write them. */

export const beerJson = (): string =>
  JSON.stringify({
    beerjson: {
      version: 2.01,
      recipes: [
        {
          name: 'Bohemian Pilsner',
          type: 'all grain',
          author: 'Somebody',
          efficiency: { brewhouse: { unit: '%', value: 72 } },
          batch_size: { value: 5, unit: 'gal' },
          boil: { boil_time: { value: 1.5, unit: 'hr' } },
          original_gravity: { value: 1.048, unit: 'sg' },
          final_gravity: { value: 3.1, unit: 'plato' },
          alcohol_by_volume: { value: 5.1, unit: '%' },
          ibu_estimate: { method: 'Tinseth', value: 35.5 },
          color_estimate: { value: 4, unit: 'SRM' },
          ingredients: {
            fermentable_additions: [
              {
                name: 'Pilsner Malt',
                type: 'grain',
                amount: { value: 10, unit: 'lb' },
                timing: { use: 'add_to_mash' },
              },
            ],
            hop_additions: [
              {
                name: 'Saaz',
                alpha_acid: { unit: '%', value: 3.5 },
                amount: { value: 1.5, unit: 'oz' },
                timing: { use: 'add_to_boil', time: { value: 60, unit: 'min' } },
              },
              {
                name: 'Saaz',
                amount: { value: 30, unit: 'g' },
                timing: { use: 'add_to_fermentation', time: { value: 3, unit: 'day' } },
              },
            ],
            miscellaneous_additions: [
              { name: 'Gelatin', amount: { value: 1, unit: 'tsp' }, timing: { use: 'add_to_package' } },
            ],
            culture_additions: [{ name: 'W-34/70', type: 'lager', amount: { value: 2, unit: 'pkg' } }],
          },
          mash: {
            name: 'Step mash',
            mash_steps: [
              {
                name: 'Protein rest',
                type: 'infusion',
                step_temperature: { value: 52, unit: 'C' },
                step_time: { value: 15, unit: 'min' },
              },
              {
                name: 'Saccharification',
                type: 'infusion',
                step_temperature: { value: 153, unit: 'F' },
                step_time: { value: 1, unit: 'hr' },
              },
            ],
          },
          fermentation: {
            fermentation_steps: [
              { name: 'Primary', start_temperature: { value: 10, unit: 'C' }, step_time: { value: 2, unit: 'week' } },
            ],
          },
          notes: 'Decoct twice.',
        },
      ],
    },
  })

const element = (name: string, values: Record<string, string>): string => {
  const members = Object.entries(values).map(([key, value]) => `<${key}>${value}</${key}>`)
  return `<${name}>${members.join('')}</${name}>`
}

const hop = (values: Record<string, string>) => element('HOP', { VERSION: '1', ALPHA: '3.5', ...values })
const misc = (values: Record<string, string>) => element('MISC', { VERSION: '1', TYPE: 'Other', ...values })

export const beerXml = (): string => `<?xml version="1.0" encoding="ISO-8859-1"?>
<!-- Written by a program -->
<RECIPES>
  <RECIPE>
    <NAME>Ležák &amp; spol.</NAME>
    <VERSION>1</VERSION>
    <TYPE>All Grain</TYPE>
    <BATCH_SIZE>20.0000000</BATCH_SIZE>
    <BOIL_TIME>90.0000000</BOIL_TIME>
    <OG>1.0480000</OG>
    <FG>1.0120000</FG>
    <ABV>5.00 %</ABV>
    <IBU>32.1 IBUs</IBU>
    <EST_COLOR>8.5 SRM</EST_COLOR>
    <STYLE><NAME>Bohemian Pilsener</NAME></STYLE>
    <FERMENTABLES>${element('FERMENTABLE', { NAME: 'Plzeňský slad', AMOUNT: '4.5000000', TYPE: 'Grain' })}</FERMENTABLES>
    <HOPS>
      ${hop({ NAME: 'ŽPČ', AMOUNT: '0.0450000', USE: 'Boil', TIME: '60.0000000' })}
      ${hop({ NAME: 'Citra', AMOUNT: '0.0300000', USE: 'Dry Hop', TIME: '4320.0000000' })}
    </HOPS>
    <MISCS>
      ${misc({ NAME: 'Irish Moss', AMOUNT: '0.005', AMOUNT_IS_WEIGHT: 'TRUE', USE: 'Boil', TIME: '15' })}
      ${misc({ NAME: 'Dub', AMOUNT: '0.01', AMOUNT_IS_WEIGHT: 'FALSE', USE: 'Secondary' })}
      ${misc({ NAME: 'Cukr', AMOUNT: '0.12', AMOUNT_IS_WEIGHT: 'TRUE', USE: 'Bottling' })}
    </MISCS>
    <YEASTS>${element('YEAST', { NAME: 'W-34/70', AMOUNT: '0.023', AMOUNT_IS_WEIGHT: 'TRUE', TYPE: 'Lager' })}</YEASTS>
    <WATERS>${element('WATER', { NAME: 'Plzeň', AMOUNT: '20' })}</WATERS>
    <MASH>
      <NAME>Rmutování</NAME>
      <MASH_STEPS>${element('MASH_STEP', { NAME: 'Rmut', TYPE: 'Infusion', STEP_TEMP: '67', STEP_TIME: '60' })}</MASH_STEPS>
    </MASH>
    <NOTES><![CDATA[Dvakrát rmutovat.]]></NOTES>
  </RECIPE>
</RECIPES>
`
