package dev.informant.apiserver.internal.content;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.core.EventType;
import dev.informant.apiserver.internal.core.JsonRepresentation;
import dev.informant.apiserver.internal.core.Representation;
import dev.informant.apiserver.internal.core.ServedList;
import dev.informant.apiserver.internal.core.ServedObject;
import dev.informant.apiserver.internal.status.ApiStatusException;
import java.util.Iterator;

/**
 * A form that what was asked for does not have. That is found out when it is to be written, so that other errors come
 * first; a watch in it ends without a word.
 */
record Refusing(String message) implements Representation {
  @Override
  public String contentType() {
    return "application/json";
  }

  @Override
  public String streamContentType() {
    return "application/json";
  }

  @Override
  public byte[] object(ServedObject object) {
    throw ApiStatusException.notAcceptableBecause(message);
  }

  @Override
  public Iterator<byte[]> list(ServedList list) {
    throw ApiStatusException.notAcceptableBecause(message);
  }

  @Override
  public byte[] status(ObjectNode status) {
    return JsonRepresentation.COMPACT.status(status);
  }

  @Override
  public byte[] event(EventType type, ServedObject object, boolean first) {
    return new byte[0];
  }

  @Override
  public byte[] errorEvent(ObjectNode status) {
    return JsonRepresentation.COMPACT.errorEvent(status);
  }

  @Override
  public boolean endsWatches() {
    return true;
  }
}
