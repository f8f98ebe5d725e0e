// Types of Go, their members and what they embed, read without a parser.

import { expect, test } from "vitest";
import type { FilePath } from "../../model/file-path.ts";
import { GoTypes, goText } from "./members.ts";

const shop = "/p/shop/a.go" as FilePath;
const store = "/p/store/b.go" as FilePath;

const texts = [
  goText(
    shop,
    `package shop

// type Not struct { Plain }
type Plain struct {
	Name, Other string \`json:"name"\`
	Made struct{ Inner int }
}

func (p *Plain) Run() int { return 1 }

type (
	Outer[T any] struct { *Plain; Count int }
	Runner interface {
		Run() int
	}
)

func (Outer[T]) Walk() int { return 2 }
`,
  ),
  goText(
    store,
    `package store

import "example.org/p/shop"

type Far struct {
	shop.Outer[int]
	Side
}

func (f Far) Go() {}

type Side struct{ Walk func() }

type Plain struct{}

func (Plain) Walk() {}
`,
  ),
];

test("members with their places, and what is embedded", () => {
  const members = texts.flatMap((one) => one.members);
  expect(members.map(({ type, name, kind, place }) => `${type}.${name} ${kind} ${place.line}:${place.column}`)).toEqual(
    [
      "Plain.Run method 9:17",
      "Outer.Walk method 18:17",
      "Plain.Name field 5:2",
      "Plain.Other field 5:8",
      "Plain.Made field 6:2",
      "Made.Inner field 6:15",
      "Outer.Count field 12:32",
      "Runner.Run method 14:3",
      "Far.Go method 10:14",
      "Plain.Walk method 16:14",
      "Side.Walk field 12:19",
    ],
  );
  expect(texts.flatMap((one) => one.embedded.map(({ type, of }) => `${type} ${of}`))).toEqual([
    "Outer Plain",
    "Far shop.Outer",
    "Far Side",
  ]);
});

test("what is had from within, and what is had beside", () => {
  const types = new GoTypes(texts);
  const named = (name: string) => {
    const [own] = texts.flatMap(({ members }) => members.filter((one) => `${one.type}.${one.name}` === name));
    const at = own === undefined ? undefined : types.memberAt(own);
    return {
      within: (other: string) => (at === undefined ? [] : types.promoted(at, other).map(({ type }) => type)),
      beside: (other: string) => (at === undefined ? [] : types.beside(at, other).map(({ type }) => type)),
    };
  };
  expect(named("Far.Go").within("Run")).toEqual(["Plain"]);
  expect(named("Outer.Walk").within("Name")).toEqual(["Plain"]);
  expect(named("Plain.Run").within("Walk")).toEqual([]);
  expect(named("Plain.Run").beside("Walk")).toEqual(["Outer", "Side"]);
  expect(named("Far.Go").beside("Walk")).toEqual([]);
});
