// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OperatorLedger} from "../../../contracts/OperatorLedger.sol";
import {TaskEscrow} from "../../../contracts/TaskEscrow.sol";

/// @title Reads all views of an escrow contract in one call, for `model-check/`
contract EscrowReader {
    function readAll(TaskEscrow escrow, bytes32[] calldata ids, address[] calldata holders)
        external
        view
        returns (address[4] memory people, uint256[] memory numbers, uint256[6][] memory states)
    {
        people = [escrow.owner(), escrow.pendingOwner(), escrow.operator(), escrow.guardian()];
        numbers = new uint256[](11 + holders.length);
        numbers[0] = escrow.paused() ? 1 : 0;
        numbers[1] = escrow.pausedUntil();
        numbers[2] = escrow.dailyLimit();
        numbers[3] = escrow.availableToday();
        numbers[4] = escrow.totalHeld();
        for (uint8 i = 0; i < 3; i++) {
            (numbers[5 + 2 * i], numbers[6 + 2 * i]) = escrow.announcements(OperatorLedger.Setting(i));
        }
        for (uint256 i = 0; i < holders.length; i++) numbers[11 + i] = escrow.token().balanceOf(holders[i]);
        states = new uint256[6][](ids.length);
        for (uint256 i = 0; i < ids.length; i++) {
            (uint96 reward, uint8 slots, uint8 paidCount, bool closed, uint128 paid, uint128 owed) = escrow.escrows(ids[i]);
            states[i] = [uint256(reward), slots, paidCount, closed ? 1 : 0, paid, owed];
        }
    }
}
