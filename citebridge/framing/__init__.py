"""Framing: from bytes to the events of a stream."""

from citebridge.framing.frames import Frame, FrameStream, looks_like_frames
from citebridge.framing.sse import EventStream, ServerEvent

__all__ = ["EventStream", "Frame", "FrameStream", "ServerEvent", "looks_like_frames"]
