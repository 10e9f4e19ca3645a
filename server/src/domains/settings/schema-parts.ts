/** Words that the shapes of the settings share. */
import { Type } from 'typebox'
import { Nullable, Text, type TSchema } from '../../contract/schema.ts'

export const Name = Text(1, 200)
export const optional = <S extends TSchema>(schema: S) => Type.Optional(schema)
export const orNull = <S extends TSchema>(schema: S) => Type.Optional(Nullable(schema))
