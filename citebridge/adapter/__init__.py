"""What an adapter is made of: the contract, the builder, and how plain JSON is read."""

from citebridge.adapter.blocks import ContentBlocks
from citebridge.adapter.builder import AnswerBuilder
from citebridge.adapter.choices import Choices
from citebridge.adapter.contract import Parser, Reader, ReaderSpec
from citebridge.adapter.draft import Draft
from citebridge.adapter.fields import Record, members, number, only, record, records, string, whole
from citebridge.adapter.slot import Slot
from citebridge.adapter.turn import Turn

__all__ = [
    "AnswerBuilder",
    "Choices",
    "ContentBlocks",
    "Draft",
    "Parser",
    "Reader",
    "ReaderSpec",
    "Record",
    "Slot",
    "Turn",
    "members",
    "number",
    "only",
    "record",
    "records",
    "string",
    "whole",
]
